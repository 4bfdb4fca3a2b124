import { setImmediate as endOfTurn } from 'node:timers/promises'
import { stampRecords } from '#spool/record.ts'
import type { SegmentWriter } from '#spool/segment-writer.ts'

interface Waiting {
  readonly position: number
  readonly resolve: (position: number) => void
  readonly reject: (error: unknown) => void
}

interface Batch {
  readonly start: number
  bytes: number
  readonly buffers: Uint8Array[]
  readonly waiting: Waiting[]
}

export interface GroupCommitOptions {
  readonly writer: SegmentWriter
  readonly seed: number
  readonly start: number
  readonly onCommit: (committed: number) => void
  /** Makes the error that the senders of a failed batch get. */
  readonly onFailure: (cause: unknown) => Error
}

export interface GroupCommit {
  /** Whole records that have no place yet; they get theirs in these bytes. Resolves with that of the first. */
  append(records: Buffer): Promise<number>
  committed(): number
  /** Bytes in memory that are not on disk yet. */
  pendingBytes(): number
  busy(): boolean
  /** Resolves when all that was appended before is settled. */
  idle(): Promise<void>
}

const emptyBatch = (start: number): Batch => ({ start, bytes: 0, buffers: [], waiting: [] })

/** While one batch is being written and synced, all that arrives becomes the next one: one fdatasync for all of it. */
export function createGroupCommit(options: GroupCommitOptions): GroupCommit {
  let committed = options.start
  let gathering = emptyBatch(committed)
  let writing: Batch | undefined
  let running: Promise<void> | undefined

  const commitNext = () => {
    if (gathering.waiting.length === 0) {
      running = undefined
      return
    }
    const batch = gathering
    writing = batch
    gathering = emptyBatch(batch.start + batch.bytes)
    running = options.writer.commit(batch.buffers, batch.start).then(
      () => succeeded(batch),
      (cause: unknown) => failed(batch, cause),
    )
  }

  const succeeded = (batch: Batch) => {
    committed = batch.start + batch.bytes
    writing = undefined
    // Before the senders are answered: the disk would stand still for as long as that takes.
    commitNext()
    for (const { resolve, position } of batch.waiting) resolve(position)
    options.onCommit(batch.start + batch.bytes)
  }

  const failed = (batch: Batch, cause: unknown) => {
    // What was gathered meanwhile has positions behind bytes that will never exist.
    const refused = [...batch.waiting, ...gathering.waiting]
    gathering = emptyBatch(committed)
    writing = undefined
    running = undefined
    const error = options.onFailure(cause)
    for (const { reject } of refused) reject(error)
  }

  const idle = async (): Promise<void> => running?.then(idle)

  return {
    append: (records) =>
      new Promise((resolve, reject) => {
        const position = gathering.start + gathering.bytes
        stampRecords(records, position, options.seed)
        gathering.buffers.push(records)
        gathering.bytes += records.byteLength
        gathering.waiting.push({ position, resolve, reject })
        // The rest of this turn of the loop still brings requests: one commit for a turn, not one for each socket.
        running ??= endOfTurn().then(commitNext)
      }),
    committed: () => committed,
    pendingBytes: () => gathering.bytes + (writing?.bytes ?? 0),
    busy: () => running !== undefined,
    idle,
  }
}
