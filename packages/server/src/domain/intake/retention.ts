import { LIMITS } from '#domain/limits.ts'
import type { ProjectSettings } from '#domain/projects/project.ts'
import type { TimeRange } from '#domain/time-range.ts'
import { KIND_NOUNS, type StoredKind } from './stored-kind.ts'

const DAY_MS = 86_400_000

/** The last run that was allowed to delete. */
export interface RetentionRun {
  readonly at: number
  /** Ids of the projects that it looked at. */
  readonly projects: readonly string[]
}

export interface RetentionStop {
  readonly since: number
  /** One sentence for the operator. */
  readonly why: string
}

/** What a run would delete of one kind of data of one project. */
export interface Expiring {
  readonly kind: StoredKind
  readonly projectId: string
  readonly name: string
  readonly days: number
  readonly expired: number
  readonly total: number
}

export interface RetentionPlan {
  readonly now: number
  readonly last: RetentionRun | undefined
  /** How far wall clock and monotonic clock went apart since the last run of this process. */
  readonly driftMs: number
  /** The latest receipt that was stored when the server started: later ones have the time of the clock in question. */
  readonly newest: number | undefined
  readonly expiring: readonly Expiring[]
}

type Kept = Pick<ProjectSettings, 'retentionDays' | 'retention'>

/** How long a project keeps a kind of data. */
export function daysKept({ retentionDays, retention }: Kept, kind: StoredKind): number {
  return retention.find((one) => one.kind === kind)?.days ?? retentionDays
}

/** How much of it, at most; undefined: however much there is. */
export function itemsKept({ retention }: Kept, kind: StoredKind): number | undefined {
  return retention.find((one) => one.kind === kind)?.items ?? undefined
}

/**
 * The earliest moment since which at most so many items were received. Found by halving, since how many there are since
 * a moment is all that every store can tell.
 */
export async function momentToKeep(
  items: number,
  countSince: (moment: number) => Promise<number>,
  { from, to }: TimeRange,
): Promise<number> {
  if ((await countSince(from)) <= items) return from
  let [tooEarly, enough] = [from, to]
  while (enough - tooEarly > 1) {
    const middle = Math.floor((tooEarly + enough) / 2)
    if ((await countSince(middle)) > items) tooEarly = middle
    else enough = middle
  }
  return enough
}

/**
 * Why a run must not delete, or undefined. With a wrong clock everything looks old, and deleted events are lost; a
 * run that waits for a confirmation only costs space.
 */
export function retentionRefusal(plan: RetentionPlan): string | undefined {
  // Also while nothing is old enough to go: a jump that is passed over would let events go too early from then on.
  if (plan.expiring.every(({ total }) => total === 0)) return undefined
  return clockRefusal(plan) ?? boundRefusal(plan)
}

function clockRefusal({ now, last, driftMs, newest }: RetentionPlan): string | undefined {
  const { clockDriftMs, unseenMs } = LIMITS.retention
  if (Math.abs(driftMs) > clockDriftMs)
    return `the system clock jumped by ${days(driftMs)} days while the server was running`
  if (last !== undefined && now - last.at > unseenMs)
    return `the system clock is ${days(now - last.at)} days ahead of the last run (${iso(last.at)})`
  if (last === undefined && newest !== undefined && now - newest > unseenMs)
    return `the system clock is ${days(now - newest)} days ahead of the newest event (${iso(newest)})`
  return undefined
}

/** What a project loses between two runs is what has become old since. Before the first there is nothing to go by. */
function boundRefusal({ last, expiring }: RetentionPlan): string | undefined {
  const { leastEvents } = LIMITS.retention
  for (const { kind, projectId, name, days: kept, expired, total } of expiring) {
    const isExplained = last !== undefined && last.projects.includes(projectId)
    if (isExplained || expired <= leastEvents || expired * 2 <= total) continue
    return `one run would delete ${expired} of the ${total} ${KIND_NOUNS[kind]} of “${name}”, which keeps ${kept} days`
  }
  return undefined
}

function days(ms: number): number {
  return Math.round(ms / DAY_MS)
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
