import { createRecordBuffer } from './record-buffer.ts'

interface Waiting {
  readonly position: number
  readonly resolve: (position: number) => void
  readonly reject: (error: unknown) => void
}

/** Records that become part of the log together, or not at all. */
export interface CommitBatch {
  readonly start: number
  /** When its first record came. */
  readonly since: number
  readonly records: Buffer
  readonly waiting: readonly Waiting[]
}

export interface PendingBatch {
  /** Resolves with the position of the record once its batch is settled. The body may change from then on. */
  add(receipt: string, body: Uint8Array): Promise<number>
  count(): number
  bytes(): number
  /** All that was gathered. What comes next has positions behind it. */
  take(): CommitBatch
  /** A batch that is settled; its memory is used again. */
  giveBack(batch: CommitBatch): void
  /** All that was gathered, as none of it can have its position: what comes next begins at this one. */
  startAgain(position: number): readonly Waiting[]
}

/** Records in memory with the positions they will have, and who waits for them. */
export function createPendingBatch(first: number): PendingBatch {
  const sheet = createRecordBuffer()
  let start = first
  let since = 0
  let waiting: Waiting[] = []

  const takeWaiting = () => {
    const taken = waiting
    waiting = []
    return taken
  }

  return {
    add: (receipt, body) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) since = performance.now()
        waiting.push({ position: start + sheet.add(receipt, body), resolve, reject })
      }),
    count: () => waiting.length,
    bytes: () => sheet.bytes,
    take() {
      const batch: CommitBatch = { start, since, records: sheet.take(), waiting: takeWaiting() }
      start += batch.records.length
      return batch
    },
    giveBack: ({ records }) => sheet.giveBack(records),
    startAgain(position) {
      sheet.take()
      start = position
      return takeWaiting()
    },
  }
}
