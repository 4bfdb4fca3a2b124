import type { Log } from '#domain/log.ts'
import type { Drop } from '#domain/intake/outcome.ts'
import type { ProjectSettings } from '#domain/projects/project.ts'
import type { ProjectRoutes } from '#domain/routes/project-routes.ts'
import type { StoredKind } from '#domain/intake/stored-kind.ts'
import type { SpoolRecord } from '#spool/spool.ts'
import type { BlobStore } from '#stores/blobs/blobs.ts'
import type { DigestedEvent, DigestRecords, DigestResult } from '#stores/records/records.ts'
import type { RawItemRow, TelemetryRows, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { droppedCount } from '#digest/counts.ts'
import type { PositionedCount } from '#digest/counts.ts'
import type { ItemBudget } from '#digest/item-budget.ts'
import type { RecordItem } from '#digest/record-items.ts'
import type { Thinning } from '#digest/thinning/thinning.ts'

/**
 * A kind of data: a folder that knows what its items mean and where they go. The core of the digest knows the
 * verbs below and no kind by name, so a new kind changes none of it.
 */
export interface Kind<Row = unknown, Ready = unknown> {
  readonly name: string
  /** The types of the envelope items that it reads. */
  readonly itemTypes: readonly string[]
  /** Raised when it learns to read what it had to keep raw: kept items that it tried before are then tried again. */
  readonly version: number
  /**
   * Reads, filters and scrubs one item and makes its rows. Pure: a replay gives the same answer. If it throws, the item
   * is kept raw and nothing else of it is stored.
   */
  read(item: RecordItem, context: ItemContext): Reading<Row>
  /** Two kinds may share one: security reports are stored as errors are. */
  readonly table: Table<Row, Ready>
}

/** Everything that reading an item may depend on. */
export interface ItemContext {
  readonly spoolId: string
  readonly record: SpoolRecord
  readonly sentAt: number | undefined
  readonly sdk: string | undefined
  readonly sampleRate?: number | undefined
  readonly settings: ProjectSettings
  /** What the project's routes are named by. */
  readonly routes: ProjectRoutes
  /** Which spans are kept; undefined where the project keeps all of them. */
  readonly thinning?: Thinning | undefined
  /** The ID in the response to the sender. It belongs to the first event of the request, so it is used once. */
  takePromisedId(): string | undefined
}

export interface Reading<Row = unknown> {
  readonly rows: readonly Row[]
  readonly counts: readonly PositionedCount[]
  /** What turned out to be of another type goes to the kind of that type; what this kind cannot read is kept raw. */
  readonly others: readonly RecordItem[]
}

/** Where rows go, and what has to happen to them on the way. */
export interface Table<Row = unknown, Ready = unknown> {
  readonly name: StoredKind
  /** For one batch: completes rows with what has to be waited for. Without it rows are ready as they were read. */
  begin?(budget: ItemBudget): Completion<Row, Ready>
  /** Writes nothing that a replay would not write again. */
  prepare(rows: readonly Ready[], stores: TableStores, spoolId: string): Promise<BatchPart>
}

export interface Completion<Row = unknown, Ready = unknown> {
  complete(rows: readonly Row[]): Promise<readonly Ready[]>
}

export interface TableStores {
  readonly records: Pick<DigestRecords, 'claim'>
  readonly telemetry: Pick<TelemetryStore, 'known' | 'find' | 'get'>
  readonly blobs: Pick<BlobStore, 'put'>
  readonly now: () => number
  readonly log: Log
}

/** The rows of one table in one batch, on their way into the stores. */
export interface BatchPart {
  readonly counts: readonly PositionedCount[]
  /** Whatever names a release makes it known. */
  readonly releases: readonly SeenRelease[]
  /** Input for the records, which return the issues. */
  readonly events: readonly DigestedEvent[]
  finish(applied: DigestResult): FinishedPart
}

export interface FinishedPart {
  readonly rows: Partial<TelemetryRows>
  readonly items: number
  readonly projects: readonly WrittenProject[]
}

export interface SeenRelease {
  readonly projectId: string
  readonly release: string | undefined
  readonly receivedAt: number
}

export interface WrittenProject {
  readonly projectId: string
  readonly events: number
  /** Issues that got events. */
  readonly issueIds: readonly string[]
  readonly created: readonly string[]
  readonly regressed: readonly string[]
}

/** Keeps what no kind reads. */
export interface RawKind {
  readonly table: Table<RawItemRow, RawItemRow>
  keep(item: RecordItem, context: ItemContext, why?: WhyRaw): Reading<RawItemRow>
}

/** Why an item is kept raw although some kind reads its type. */
export type WhyRaw = Pick<RawItemRow, 'triedBy' | 'dropped'>

/** The kinds that a digest knows. */
export interface Kinds {
  readonly all: readonly Kind[]
  readonly raw: RawKind
  readonly tables: readonly Table[]
  /** Undefined: no kind reads the type. */
  of(itemType: string): Kind | undefined
}

export function kindsOf(all: readonly Kind[], raw: RawKind): Kinds {
  const byType = new Map(all.flatMap((kind) => kind.itemTypes.map((type) => [type, kind] as const)))
  const tables = new Set<Table>([...all.map(({ table }) => table), raw.table])
  return { all, raw, tables: [...tables], of: (itemType) => byType.get(itemType) }
}

/** What a kept item is marked with, so that the same version does not try it over and over. */
export const triedBy = ({ name, version }: Kind): string => `${name}@${version}`

const NONE: readonly never[] = []

export function reading<Row>(
  rows: readonly Row[],
  counts: readonly PositionedCount[] = NONE,
  others: readonly RecordItem[] = NONE,
): Reading<Row> {
  return { rows, counts, others }
}

export function dropped(item: RecordItem, { record }: ItemContext, { reason }: Drop): Reading<never> {
  return reading(NONE, [droppedCount(record, item.type, reason)])
}
