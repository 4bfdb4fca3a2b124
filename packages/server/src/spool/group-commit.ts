import { setImmediate as endOfTurn } from 'node:timers/promises'
import { type CommitBatch, createPendingBatch } from './pending-batch.ts'
import { stampRecords } from './record.ts'
import type { SegmentWriter } from './segment-writer.ts'

export interface GroupCommitOptions {
  readonly writer: SegmentWriter
  readonly seed: number
  readonly start: number
  readonly onCommit: (committed: number) => void
  /** Makes the error that the senders of a failed batch get. */
  readonly onFailure: (cause: unknown) => Error
}

export interface GroupCommit {
  /** Resolves with the position of the record. The body is not needed any more when this returns. */
  append(receipt: string, body: Uint8Array): Promise<number>
  committed(): number
  /** Bytes in memory that are not on disk yet. */
  pendingBytes(): number
  busy(): boolean
  /** Milliseconds that all senders together have waited so far, from the first of each batch on. */
  waitedMs(): number
  /** Resolves when all that was appended before is settled. */
  idle(): Promise<void>
}

/** So many share a commit gladly: to wait for more would keep them longer than it saves. */
const ENOUGH = 64

/**
 * One fdatasync for all that is there: records are gathered as long as every turn of the loop brings more, and while
 * one batch is being written and synced, all that arrives becomes the next one.
 */
export function createGroupCommit(options: GroupCommitOptions): GroupCommit {
  const gathering = createPendingBatch(options.start)
  let committed = options.start
  let writing: CommitBatch | undefined
  let running: Promise<void> | undefined
  let waitedMs = 0

  const gather = async () => {
    for (let before = 0; before < gathering.count() && before < ENOUGH;) {
      before = gathering.count()
      await endOfTurn()
    }
    commitNext()
  }

  const commitNext = () => {
    if (gathering.count() === 0) {
      running = undefined
      return
    }
    const batch = gathering.take()
    writing = batch
    stampRecords(batch.records, batch.start, options.seed)
    running = options.writer.commit(batch.records, batch.start).then(
      () => succeeded(batch),
      (cause: unknown) => failed(batch, cause),
    )
  }

  const settled = (batch: CommitBatch) => {
    writing = undefined
    gathering.giveBack(batch)
    waitedMs += batch.waiting.length * (performance.now() - batch.since)
  }

  const succeeded = (batch: CommitBatch) => {
    const end = batch.start + batch.records.length
    committed = end
    settled(batch)
    // Before the senders are answered: the disk would stand still for as long as that takes.
    commitNext()
    for (const { resolve, position } of batch.waiting) resolve(position)
    options.onCommit(end)
  }

  const failed = (batch: CommitBatch, cause: unknown) => {
    settled(batch)
    running = undefined
    // What was gathered meanwhile has positions behind bytes that will never exist.
    const refused = [...batch.waiting, ...gathering.startAgain(committed)]
    const error = options.onFailure(cause)
    for (const { reject } of refused) reject(error)
  }

  const idle = async (): Promise<void> => running?.then(idle)

  return {
    append(receipt, body) {
      const appended = gathering.add(receipt, body)
      running ??= gather()
      return appended
    },
    committed: () => committed,
    pendingBytes: () => gathering.bytes() + (writing?.records.length ?? 0),
    busy: () => running !== undefined,
    waitedMs: () => waitedMs,
    idle,
  }
}
