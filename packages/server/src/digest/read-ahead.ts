import type { ReadRecords, SpoolReader } from '#spool/spool.ts'
import { digestBatch } from './digest-batch.ts'
import type { DigestedBatch, BatchDeps } from './digest-batch.ts'

export interface ReadAhead {
  /** What lies at `from`, after all pure work. */
  take(from: number, until: number): Promise<DigestedBatch>
  /** Begins with it, so that it is done while the stores are busy with what was taken last. */
  prepare(from: number, until: number): void
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
}

export interface ReadAheadDeps extends BatchDeps {
  readonly reader: SpoolReader
  readonly limits: { readonly batchBytes: number; readonly batchRecords: number }
}

interface Begun<T> {
  readonly from: number
  readonly done: Promise<T>
}

/**
 * The stores and the log wait for disks and the pure work does not: each batch is digested while the one before it is
 * written, and the one after it is read meanwhile if the log has all of it.
 */
export function createReadAhead(deps: ReadAheadDeps): ReadAhead {
  const { reader, limits } = deps
  let prepared: Begun<DigestedBatch> | undefined
  let read: Begun<ReadRecords> | undefined

  const readLog = (from: number, until: number) =>
    reader.read(from, until, { maxBytes: limits.batchBytes, maxRecords: limits.batchRecords })

  async function recordsAt(from: number, until: number): Promise<ReadRecords> {
    const ahead = read
    read = undefined
    if (ahead?.from === from) return ahead.done
    // A reader does one thing at a time.
    await Promise.allSettled([ahead?.done])
    return readLog(from, until)
  }

  async function digestAt(from: number, until: number): Promise<DigestedBatch> {
    const { records, next, quarantined } = await recordsAt(from, until)
    if (next === from)
      throw new Error(`the spool has nothing at ${from}, although it was written up to ${until}`)
    if (until - next >= limits.batchBytes) read = begun(next, readLog(next, until))
    return digestBatch(deps, { spoolId: reader.id, from, to: next, records, quarantined })
  }

  return {
    async take(from, until) {
      const ready = prepared?.from === from ? prepared.done : digestAt(from, until)
      prepared = undefined
      return ready
    },
    prepare(from, until) {
      if (prepared?.from !== from) prepared = begun(from, digestAt(from, until))
    },
    async settled() {
      await Promise.allSettled([prepared?.done])
      await Promise.allSettled([read?.done])
    },
  }
}

function begun<T>(from: number, done: Promise<T>): Begun<T> {
  // The consumer gets the rejection; without a consumer it is ignored.
  done.catch(() => undefined)
  return { from, done }
}
