import { hash } from 'node:crypto'
import { Drop } from '#domain/intake/outcome.ts'
import type { DropReason } from '#domain/intake/outcome.ts'
import type { ProjectSettings } from '#domain/projects/project.ts'
import { noRoutes, type ProjectRoutes } from '#domain/routes/project-routes.ts'
import type { StoredKind } from '#domain/intake/stored-kind.ts'
import type { SpoolRecord } from '#spool/spool.ts'
import { droppedCount } from './counts.ts'
import type { PositionedCount } from './counts.ts'
import { UNLIMITED, itemMark, itemsWithinBudget, withinBudget } from './item-budget.ts'
import type { ItemBudget } from './item-budget.ts'
import { triedBy } from '#digest/kinds/kind.ts'
import type { ItemContext, Kind, Kinds, Reading, Table } from '#digest/kinds/kind.ts'
import type { Thinning } from '#digest/thinning/thinning.ts'
import type { RecordItem, RecordItems } from './record-items.ts'

/** A stage threw, which is a fault of ours. The item is kept raw, so that a mended version can read it. */
export interface Failure {
  readonly digest: string
  readonly itemType: string
  readonly error: unknown
}

/** Bytes that took too long to scrub. Kept outside the stores, so that no query returns them. */
export interface SetAside {
  /** Tells it from every other item. */
  readonly name: string
  readonly bytes: Uint8Array
}

export interface DigestedRecord {
  /** By the table they are for. What is in a row is known to its kind alone. */
  readonly rows: Map<StoredKind, unknown[]>
  readonly counts: PositionedCount[]
  readonly failures: Failure[]
  readonly setAside: SetAside[]
}

export interface RecordContext {
  readonly spoolId: string
  readonly settings: ProjectSettings
  /** Without it routes have the names that SDKs sent. */
  readonly routes?: ProjectRoutes
  readonly kinds: Kinds
  readonly budget?: ItemBudget
  /** Undefined where the project keeps everything. */
  readonly thinning?: Thinning | undefined
}

/** What becomes of one accepted request. A replay of the record gives the same answer, ids included. */
export function digestRecord(record: SpoolRecord, context: RecordContext): DigestedRecord {
  const digested: DigestedRecord = { rows: new Map(), counts: [], failures: [], setAside: [] }
  const budget = context.budget ?? UNLIMITED
  const items = itemsWithinBudget(record, budget)
  if (items instanceof Drop) {
    digested.counts.push(droppedCount(record, 'envelope', items.reason))
    if (items.reason === 'too_costly')
      digested.setAside.push({ name: `${record.position}`, bytes: record.body })
    return digested
  }
  const work: Work = { digested, kinds: context.kinds, budget, context: itemContext(record, items, context) }
  for (const item of items.items) {
    withinBudget(budget, itemMark(record.position, item.index), () => digestSafely(work, item))
  }
  return digested
}

interface Work {
  readonly digested: DigestedRecord
  readonly kinds: Kinds
  readonly budget: ItemBudget
  readonly context: ItemContext
}

function itemContext(
  record: SpoolRecord,
  { sentAt, sdk, sampleRate }: RecordItems,
  { spoolId, settings, routes = noRoutes, thinning }: RecordContext,
): ItemContext {
  let promisedId = record.receipt.eventId
  return {
    spoolId,
    record,
    sentAt,
    sdk,
    sampleRate,
    settings,
    routes,
    thinning,
    takePromisedId() {
      const id = promisedId
      promisedId = undefined
      return id
    },
  }
}

/** One bad item never costs its siblings. */
function digestSafely(work: Work, item: RecordItem): void {
  const { digested, context, budget } = work
  const { position } = context.record
  const overruns = budget.overruns(itemMark(position, item.index))
  if (overruns > 0) return setAside(work, item, overruns)
  try {
    digestItem(work, item)
  } catch (error) {
    const digest = hash('sha256', `${context.spoolId}:${position}:${item.index}`).slice(0, 8)
    digested.failures.push({ digest, itemType: item.type, error })
    keepUnread(work, item, 'internal')
  }
}

/** Once: it is kept unread, but scrubbed. Twice: scrubbing is what takes so long, and nothing unscrubbed is stored. */
function setAside(work: Work, item: RecordItem, overruns: number): void {
  if (overruns === 1) return keepUnread(work, item, 'too_costly')
  const { digested, context } = work
  const { record } = context
  digested.counts.push(droppedCount(record, item.type, 'too_costly'))
  digested.setAside.push({ name: `${record.position}-${item.index}`, bytes: item.payload })
}

/** Nothing is added before everything is read: what is made of an item is stored whole or not at all. */
function digestItem(work: Work, item: RecordItem): void {
  const kind = work.kinds.of(item.type)
  if (kind === undefined) return add(work, work.kinds.raw.table, work.kinds.raw.keep(item, work.context))
  const read = kind.read(item, work.context)
  const others = read.others.map((other) => readOther(work, kind, other))
  add(work, kind.table, read)
  for (const [table, reading] of others) add(work, table, reading)
}

/** A kind that hands its own type back cannot read it. */
function readOther(
  { kinds, context }: Work,
  from: Kind,
  item: RecordItem,
): readonly [table: { readonly name: StoredKind }, reading: Reading] {
  const kind = kinds.of(item.type)
  if (kind === from) return [kinds.raw.table, kinds.raw.keep(item, context, { triedBy: triedBy(from) })]
  const read = kind?.read(item, context)
  // A kind that was handed an item does not hand it on, or two kinds could do so forever.
  if (kind === undefined || read === undefined || read.others.length > 0)
    return [kinds.raw.table, kinds.raw.keep(item, context, kind && { triedBy: triedBy(kind) })]
  return [kind.table, read]
}

function keepUnread(work: Work, item: RecordItem, dropped: DropReason): void {
  const { kinds, context } = work
  const kind = kinds.of(item.type)
  const why = kind === undefined ? { dropped } : { dropped, triedBy: triedBy(kind) }
  add(work, kinds.raw.table, kinds.raw.keep(item, context, why))
}

function add({ digested }: Work, { name }: Pick<Table, 'name'>, { rows, counts }: Reading): void {
  const known = digested.rows.get(name)
  if (known !== undefined) known.push(...rows)
  else if (rows.length > 0) digested.rows.set(name, [...rows])
  digested.counts.push(...counts)
}
