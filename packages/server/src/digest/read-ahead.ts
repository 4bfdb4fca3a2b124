import type { SpoolReader } from '#spool/spool.ts'
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

interface Prepared {
  readonly from: number
  readonly batch: Promise<DigestedBatch>
}

/** The stores wait for disks and the pure work does not: each batch is digested while the one before it is written. */
export function createReadAhead(deps: ReadAheadDeps): ReadAhead {
  let prepared: Prepared | undefined
  return {
    async take(from, until) {
      const ready = prepared?.from === from ? prepared.batch : readBatch(deps, from, until)
      prepared = undefined
      return ready
    },
    prepare(from, until) {
      if (prepared?.from === from) return
      const batch = readBatch(deps, from, until)
      // The consumer gets the rejection; without a consumer it is ignored.
      batch.catch(() => undefined)
      prepared = { from, batch }
    },
    settled: async () => void (await Promise.allSettled([prepared?.batch])),
  }
}

async function readBatch(deps: ReadAheadDeps, from: number, until: number): Promise<DigestedBatch> {
  const { reader, limits } = deps
  const { records, next, quarantined } = await reader.read(from, until, {
    maxBytes: limits.batchBytes,
    maxRecords: limits.batchRecords,
  })
  if (next === from)
    throw new Error(`the spool has nothing at ${from}, although it was written up to ${until}`)
  return digestBatch(deps, { spoolId: reader.id, from, to: next, records, quarantined })
}
