import { categoryOf } from '#domain/intake/item-type.ts'
import { hourOf } from '#domain/intake/intake.ts'
import type { KeptBatch } from '#domain/intake/kept-items.ts'
import { LIMITS } from '#domain/limits.ts'
import type { BlobStore } from '#stores/blobs/blobs.ts'
import type { FactRecords } from '#stores/records/records.ts'
import type { RawItemRow, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import type { PositionedCount } from '#digest/counts.ts'
import { digestBatch } from '#digest/digest-batch.ts'
import type { BatchDeps } from '#digest/digest-batch.ts'
import type { ItemBudget } from '#digest/item-budget.ts'
import { writeBatch } from '#digest/write-batch.ts'
import type { BatchStores, WrittenBatch } from '#digest/write-batch.ts'
import { keptRecord } from './kept-record.ts'
import { createKeptState, isStored } from './kept-state.ts'
import type { StoredBatch } from './kept-state.ts'
import { walkKeptItems } from './kept-walk.ts'
import type { KeptPage, KeptWalkDeps } from './kept-walk.ts'

/** Nothing is thinned out here: these items were received over weeks, and are read within minutes. */
export interface KeptItemsDeps
  extends Omit<BatchDeps, 'thinning'>, Omit<BatchStores, 'thinning'>, KeptWalkDeps {
  readonly telemetry: TelemetryStore
  readonly blobs: Pick<BlobStore, 'put' | 'get'>
  readonly facts: Pick<FactRecords, 'get' | 'set'>
  /** Asked before each batch: of all digesters on the same stores one reads them. */
  readonly mayRead?: () => boolean
}

export interface KeptItems {
  /** Reads one batch, or finds nothing to read in one. After a failure the same batch is brought again. */
  next(): Promise<KeptStep>
}

export interface KeptStep {
  readonly written: WrittenBatch | undefined
  /** There is nothing left, or nothing that may be read now. */
  readonly isOver: boolean
}

const OVER: KeptStep = { written: undefined, isOver: true }
const ON_THE_WAY: KeptStep = { written: undefined, isOver: false }

/** Kept items have a log of their own in every store: positions of different logs must never be compared. */
export const KEPT_LOG = 'kept-items'

/**
 * Reads items that an earlier version kept raw into the kind that reads them now, exactly once: their log positions
 * are stored before any store is written, the stores skip what they have, and the items are removed when all stores
 * have them.
 */
export function createKeptItems(deps: KeptItemsDeps): KeptItems {
  const { telemetry, mayRead = () => true } = deps
  const state = createKeptState(deps.facts, deps.now)
  let pages = walkKeptItems(deps)
  let failures = 0
  let isOver = false

  async function run(batch: KeptBatch): Promise<KeptStep> {
    const items = await itemsOf(deps, batch)
    const { written, read } = await write(deps, batch, items)
    const stored = { ...batch, seqs: items.map(({ row }) => row.seq), read }
    await state.stored(stored)
    await remove(stored)
    return { written, isOver: false }
  }

  async function remove(batch: StoredBatch): Promise<void> {
    const { projectId, itemType, seqs, read, left } = batch
    await telemetry.removeRawItems(projectId, itemType, seqs)
    await state.finish(batch, { read, left, isDone: false })
  }

  /** Counted at the end only, because that looks at every block of them. */
  async function finishType({ projectId, itemType }: KeptPage): Promise<void> {
    const left = (await telemetry.rawItemCounts(projectId, [itemType])).get(itemType) ?? 0
    await state.finish({ projectId, itemType }, { read: 0, left, isDone: true })
  }

  async function step(): Promise<KeptStep> {
    const before = await state.inFlight()
    if (before !== undefined && !isStored(before)) return run(before)
    if (before !== undefined) await remove(before)
    const { value: page, done } = await pages.next()
    if (done === true) return OVER
    if (page.rows.length > 0) {
      const batch = await batchOf(deps, page)
      await state.begin(batch)
      return run(batch)
    }
    if (page.isLast) await finishType(page)
    return ON_THE_WAY
  }

  return {
    async next() {
      if (isOver || !mayRead()) return OVER
      try {
        const result = await step()
        isOver = result.isOver
        failures = 0
        return result
      } catch (error) {
        // It is tried again at the next start; whatever it is, it must not keep the digester busy until then.
        isOver = ++failures >= LIMITS.keptItems.tries
        // A walk that failed is over; from the beginning it comes to what is left.
        pages = walkKeptItems(deps)
        throw error
      }
    },
  }
}

async function batchOf(
  { records, telemetry }: KeptItemsDeps,
  { projectId, itemType, rows, left }: KeptPage,
): Promise<KeptBatch> {
  // Both are the same while no batch is under way.
  const from = Math.max(await records.watermark(KEPT_LOG), await telemetry.watermark(KEPT_LOG))
  return { projectId, itemType, seqs: rows.map(({ seq }) => seq), from, to: from + rows.length, left }
}

interface KeptItem {
  readonly row: RawItemRow
  readonly body: Uint8Array
  readonly position: number
}

/** Those of the batch that are still there. What the blob store has lost stays as it is. */
async function itemsOf({ telemetry, blobs }: KeptItemsDeps, batch: KeptBatch): Promise<readonly KeptItem[]> {
  const { projectId, itemType, seqs, from } = batch
  const positions = new Map(seqs.map((seq, index) => [seq, from + index]))
  const items: KeptItem[] = []
  const last = seqs.at(-1)!
  for (let after = seqs[0]! - 1; after < last;) {
    const options = { itemType, after, limit: LIMITS.keptItems.batchItems }
    const rows = await telemetry.rawItems(projectId, options)
    for (const row of rows) {
      const position = positions.get(row.seq)
      if (position === undefined) continue
      const body = row.body instanceof Uint8Array ? row.body : await blobs.get(row.body.blob)
      if (body !== undefined) items.push({ row, body, position })
    }
    after = rows.at(-1)?.seq ?? last
  }
  return items
}

async function write(
  deps: KeptItemsDeps,
  { from, to }: KeptBatch,
  items: readonly KeptItem[],
): Promise<{ readonly written: WrittenBatch; readonly read: number }> {
  const records = items.map(({ row, body, position }) => keptRecord(row, body, position))
  const budget = deps.budget && ofKeptItems(deps.budget)
  const digested = await digestBatch(
    { ...deps, ...(budget && { budget }) },
    { spoolId: KEPT_LOG, from, to, records, quarantined: [] },
  )
  const counts = [...items.map(takenBack), ...digested.counts]
  const keptAgain = digested.tables.find(({ table }) => table.name === 'raw')!.rows.length
  return {
    written: await writeBatch(deps, { ...digested, counts }),
    read: items.length - keptAgain,
  }
}

/** It was counted when it came. With this, what was sent is still the sum of what became of it. */
function takenBack({ row, position }: KeptItem): PositionedCount {
  const { projectId, receivedAt, itemType, dropped } = row
  return {
    projectId,
    hour: hourOf(receivedAt),
    category: categoryOf(itemType),
    outcome: dropped === undefined ? 'kept_raw' : 'dropped',
    reason: dropped ?? '',
    quantity: -1,
    position,
  }
}

/** Below zero: an item of the spool at the same position is another one. */
function ofKeptItems(budget: ItemBudget): ItemBudget {
  const own = (mark: number) => -mark - 1
  return {
    begin: (mark) => budget.begin(own(mark)),
    done: () => budget.done(),
    overruns: (mark) => budget.overruns(own(mark)),
  }
}
