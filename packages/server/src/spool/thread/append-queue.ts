import { LIMITS } from '#domain/limits.ts'
import { SpoolRefused } from '#spool/spool.ts'
import { createRecordSheet } from './record-sheet.ts'
import { toError, type Settled, type SpoolThreadOptions, type ToSpool } from './spool-messages.ts'

interface Append {
  /** Distance from the first record of its batch. */
  readonly offset: number
  readonly resolve: (position: number) => void
  readonly reject: (error: Error) => void
}

interface Batch {
  /** When its first record came. */
  readonly since: number
  readonly appends: readonly Append[]
  readonly bytes: number
}

/**
 * Gathers appends and remembers who waits for which batch. One batch is under way at a time and all that comes
 * meanwhile is the next: with a message for each turn of the loop, messages and small commits cost more than the disk.
 */
export function createAppendQueue(post: (message: ToSpool, transfer: ArrayBuffer[]) => void) {
  const sheet = createRecordSheet()
  const underWay = new Map<number, Batch>()
  let gathering: Append[] = []
  let lastBatch = 0
  let pendingBytes = 0
  let since = 0
  let waitedMs = 0

  const flush = () => {
    if (gathering.length === 0) return
    lastBatch += 1
    const { bytes } = sheet
    const records = sheet.take()
    underWay.set(lastBatch, { since, appends: gathering, bytes })
    gathering = []
    post({ type: 'append', batch: lastBatch, records, bytes }, [records])
  }
  const flushWhenFree = () => {
    if (underWay.size === 0) flush()
  }

  return {
    flush,
    waitedMs: () => waitedMs,
    add: (receipt: string, body: Uint8Array) =>
      new Promise<number>((resolve, reject) => {
        if (gathering.length === 0) since = performance.now()
        // At the end of the turn, whose other sockets still bring requests.
        if (gathering.length === 0 && underWay.size === 0) setImmediate(flushWhenFree)
        const before = sheet.bytes
        gathering.push({ offset: sheet.add(receipt, body), resolve, reject })
        pendingBytes += sheet.bytes - before
      }),
    refusal: ({ retryAfterSeconds, limitBytes }: SpoolThreadOptions, committedBytes: number) =>
      pendingBytes > LIMITS.spool.pendingBytes || committedBytes + pendingBytes > limitBytes
        ? new SpoolRefused('spool_full', retryAfterSeconds)
        : undefined,
    settle({ batch, outcome, records }: Settled) {
      sheet.giveBack(records)
      const { appends, bytes, since: began } = underWay.get(batch)!
      underWay.delete(batch)
      pendingBytes -= bytes
      waitedMs += appends.length * (performance.now() - began)
      if (gathering.length > 0) setImmediate(flushWhenFree)
      const error = typeof outcome === 'number' ? undefined : toError(outcome)
      for (const { offset, resolve, reject } of appends) {
        if (error === undefined) resolve((outcome as number) + offset)
        else reject(error)
      }
    },
    refuseAll(error: Error) {
      const refused = [...[...underWay.values()].flatMap(({ appends }) => appends), ...gathering]
      underWay.clear()
      gathering = []
      pendingBytes = 0
      for (const { reject } of refused) reject(error)
    },
  }
}
