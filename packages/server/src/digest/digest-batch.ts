import { setImmediate as nextTurn } from 'node:timers/promises'
import { hourOf } from '#domain/intake/intake.ts'
import type { Log } from '#domain/log.ts'
import { Drop } from '#domain/intake/outcome.ts'
import type { ProjectSettings } from '#domain/projects/project.ts'
import { noRoutes, type ProjectRoutes } from '#domain/routes/project-routes.ts'
import type { Quarantined, SpoolRecord } from '#spool/spool.ts'
import { droppedCount } from './counts.ts'
import type { PositionedCount } from './counts.ts'
import { digestRecord } from './digest-record.ts'
import type { Failure, SetAside } from './digest-record.ts'
import { UNLIMITED, itemsWithinBudget } from './item-budget.ts'
import type { ItemBudget } from './item-budget.ts'
import type { Kinds, Table } from '#digest/kinds/kind.ts'
import type { EndedThinning, ThinningStates } from '#digest/thinning/thinning-states.ts'

/** Part of a log, read at once. */
export interface Batch {
  readonly spoolId: string
  readonly from: number
  readonly to: number
  readonly records: readonly SpoolRecord[]
  readonly quarantined: readonly Quarantined[]
}

/** A batch after all pure work. */
export interface DigestedBatch {
  readonly spoolId: string
  readonly from: number
  readonly to: number
  readonly tables: readonly TableRows[]
  readonly counts: readonly PositionedCount[]
  readonly setAside: readonly SetAside[]
  /** How many records it was made of. */
  readonly records: number
  /** When the last of them was received. */
  readonly receivedAt: number | undefined
  /** Of the projects that thin out what they keep. */
  readonly thinning: readonly EndedThinning[]
}

/** The rows of one table, which only the table knows how to read. */
export interface TableRows {
  readonly table: Table
  readonly rows: readonly unknown[]
}

export interface BatchDeps {
  readonly projects: (projectId: string) => Promise<ProjectSettings | undefined>
  /** Without it routes have the names that SDKs sent. */
  readonly routes?: (projectId: string) => Promise<ProjectRoutes>
  readonly kinds: Kinds
  /** Without it everything is kept. */
  readonly thinning?: ThinningStates
  readonly now: () => number
  readonly log: Log
  /** Without it there is no time limit per item. */
  readonly budget?: ItemBudget
}

/**
 * The thread also hears of commits, settings and what stores have done with the batch before; it never works longer than on
 * this much without listening. An envelope of forty spans takes five times as long as an error.
 */
const TURN = { records: 32, bytes: 256 * 1024 }

export async function digestBatch(deps: BatchDeps, batch: Batch): Promise<DigestedBatch> {
  const { kinds, budget = UNLIMITED } = deps
  const counts = batch.quarantined.map((damage) => quarantinedCount(damage, deps.now()))
  const setAside: SetAside[] = []
  const tables = kinds.tables.map((table) => openRows(table, budget))
  const thinnings = deps.thinning?.begin(batch)
  let turn = { records: 0, bytes: 0 }
  for (const record of batch.records) {
    turn = { records: turn.records + 1, bytes: turn.bytes + record.body.byteLength }
    if (turn.records === TURN.records || turn.bytes > TURN.bytes) {
      for (const rows of tables) await rows.settle()
      await nextTurn()
      turn = { records: 0, bytes: 0 }
    }
    const settings = await deps.projects(record.receipt.projectId)
    if (settings === undefined) {
      counts.push(...orphanedCounts(record, budget))
      continue
    }
    const routes = (await deps.routes?.(record.receipt.projectId)) ?? noRoutes
    const thinning = await thinnings?.of(record.receipt.projectId, settings, record.receipt.receivedAt)
    const digested = digestRecord(record, {
      spoolId: batch.spoolId,
      settings,
      routes,
      kinds,
      budget,
      thinning,
    })
    for (const rows of tables) rows.add(digested.rows.get(rows.table.name))
    counts.push(...digested.counts)
    setAside.push(...digested.setAside)
    for (const failure of digested.failures) logFailure(deps.log, record, failure)
  }
  for (const rows of tables) await rows.settle()
  const { spoolId, from, to } = batch
  return {
    spoolId,
    from,
    to,
    tables,
    counts,
    setAside,
    records: batch.records.length,
    receivedAt: batch.records.at(-1)?.receipt.receivedAt,
    thinning: thinnings?.end() ?? [],
  }
}

/** Rows wait until the next turn to be completed together. */
function openRows(table: Table, budget: ItemBudget) {
  const completion = table.begin?.(budget)
  const rows: unknown[] = []
  let waiting: unknown[] = []
  return {
    table,
    rows,
    add(read: readonly unknown[] | undefined): void {
      if (read !== undefined) (completion === undefined ? rows : waiting).push(...read)
    },
    async settle(): Promise<void> {
      if (completion === undefined || waiting.length === 0) return
      rows.push(...(await completion.complete(waiting)))
      waiting = []
    },
  }
}

function logFailure(log: Log, record: SpoolRecord, { digest, itemType, error }: Failure): void {
  const { projectId } = record.receipt
  log.error('an item could not be processed and was kept raw', {
    digest,
    itemType,
    projectId,
    position: record.position,
    error,
  })
}

/** The project was deleted after the request had been accepted. */
function orphanedCounts(record: SpoolRecord, budget: ItemBudget): readonly PositionedCount[] {
  const items = itemsWithinBudget(record, budget)
  const types = items instanceof Drop ? ['envelope'] : items.items.map((item) => item.type)
  return types.map((type) => withoutProject(droppedCount(record, type, 'unknown_key')))
}

function withoutProject(count: PositionedCount): PositionedCount {
  return { ...count, projectId: undefined }
}

/** What was in the damaged range is not known, and neither is whose it was. */
function quarantinedCount({ from }: Quarantined, now: number): PositionedCount {
  return {
    projectId: undefined,
    hour: hourOf(now),
    category: 'default',
    outcome: 'dropped',
    reason: 'quarantined',
    quantity: 1,
    position: from,
  }
}
