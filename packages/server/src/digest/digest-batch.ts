import { setImmediate as nextTurn } from 'node:timers/promises'
import { hourOf } from '#domain/intake/intake.ts'
import type { Log } from '#domain/log.ts'
import { Drop } from '#domain/intake/outcome.ts'
import type { ProjectSettings } from '#domain/projects/project.ts'
import type { Quarantined, SpoolRecord } from '#spool/spool.ts'
import type { SessionRow } from '#stores/telemetry/sessions.ts'
import type { RawItemRow } from '#stores/telemetry/telemetry.ts'
import { digestRecord } from './digest-record.ts'
import type { DigestedItem, Failure, SetAside } from './digest-record.ts'
import { UNLIMITED, itemsWithinBudget, withinBudget } from './item-budget.ts'
import type { ItemBudget } from './item-budget.ts'
import type { StackMaps } from '#digest/kinds/errors/map-items.ts'
import { droppedCount } from './counts.ts'
import type { PositionedCount } from './counts.ts'
import { waitingEvent } from '#digest/kinds/errors/waiting-event.ts'
import type { WaitingEvent } from '#digest/kinds/errors/waiting-event.ts'

/** Part of the spool, read at once. */
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
  readonly events: readonly WaitingEvent[]
  readonly raw: readonly RawItemRow[]
  readonly sessions: readonly SessionRow[]
  readonly counts: readonly PositionedCount[]
  readonly setAside: readonly SetAside[]
}

export interface BatchDeps {
  readonly projects: (projectId: string) => Promise<ProjectSettings | undefined>
  readonly now: () => number
  readonly log: Log
  /** Without it events are grouped as they were sent. */
  readonly maps?: StackMaps
  /** Without it nobody watches how long an item takes. */
  readonly budget?: ItemBudget
}

/** The thread also hears of commits and settings; it never works longer than this many records without listening. */
const RECORDS_PER_TURN = 32

export async function digestBatch(deps: BatchDeps, batch: Batch): Promise<DigestedBatch> {
  const events: WaitingEvent[] = []
  const raw: RawItemRow[] = []
  const sessions: SessionRow[] = []
  const counts = batch.quarantined.map((damage) => quarantinedCount(damage, deps.now()))
  const setAside: SetAside[] = []
  const budget = deps.budget ?? UNLIMITED
  const mapItems = deps.maps?.begin(budget)
  let waiting: DigestedItem[] = []
  async function settle(): Promise<void> {
    for (const item of mapItems === undefined ? waiting : await mapItems(waiting))
      events.push(withinBudget(budget, item.mark, () => waitingEvent(item)))
    waiting = []
  }
  for (const [index, record] of batch.records.entries()) {
    if (index % RECORDS_PER_TURN === RECORDS_PER_TURN - 1) {
      await settle()
      await nextTurn()
    }
    const settings = await deps.projects(record.receipt.projectId)
    if (settings === undefined) {
      counts.push(...orphanedCounts(record, budget))
      continue
    }
    const digested = digestRecord(record, { spoolId: batch.spoolId, settings, budget })
    waiting.push(...digested.events)
    raw.push(...digested.raw)
    sessions.push(...digested.sessions)
    counts.push(...digested.counts)
    setAside.push(...digested.setAside)
    for (const failure of digested.failures) logFailure(deps.log, record, failure)
  }
  await settle()
  const { spoolId, from, to } = batch
  return { spoolId, from, to, events, raw, sessions, counts, setAside }
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
