import { decodeEventCursor, encodeEventCursor } from '#domain/events/event-position.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Searched } from '#stores/telemetry/event-search.ts'
import type { IssueRecords } from '#stores/records/records.ts'
import type { Condition, EventSummary, Scope, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { isCostly } from './event-tests.ts'
import type { SearchPlan, Way } from './plan.ts'
import { among } from './select-issues.ts'

export interface FoundEvents {
  readonly events: readonly EventSummary[]
  /** The cursor of the next page. */
  readonly next: string | undefined
  /** Undefined where everything was asked. */
  readonly searched: Searched | undefined
}

export interface EventPageOptions {
  readonly cursor: string | undefined
  readonly limit: number
  readonly budget?: number
}

/** The events of the scope for which the search holds, newest first. */
export async function searchEvents(
  { issues, telemetry }: { readonly issues: IssueRecords; readonly telemetry: TelemetryStore },
  scope: Scope,
  { ways }: SearchPlan,
  { cursor, limit, budget }: EventPageOptions,
): Promise<FoundEvents> {
  const place = { limit, ...(cursor !== undefined && { before: decodeEventCursor(cursor) }) }
  if (ways.some(({ issue, event }) => issue === undefined && event === undefined)) {
    const { events, next } = await telemetry.page(scope, place)
    return { events, next: next && encodeEventCursor(next), searched: undefined }
  }
  const { scope: narrowed, costly } = await matching(issues, scope, ways)
  const { events, next, searched } = await telemetry.searchEvents(narrowed, {
    ...place,
    budget: budget ?? (costly ? LIMITS.search.budget : Number.MAX_SAFE_INTEGER),
  })
  return {
    events,
    next: next && encodeEventCursor(next),
    searched: searched.complete ? undefined : searched,
  }
}

/** The scope with what a search asks of its events; `costly`: texts of every event have to be read for it. */
export async function matching(
  issues: IssueRecords,
  scope: Scope,
  ways: SearchPlan['ways'],
): Promise<{ readonly scope: Scope; readonly costly: boolean }> {
  if (ways.some(({ issue, event }) => issue === undefined && event === undefined))
    return { scope, costly: false }
  const conditions: Condition[] = []
  let { from } = scope.range
  for (const way of ways) {
    const { condition, since } = await conditionOf(issues, scope.projectId, way)
    conditions.push(condition)
    from = Math.max(from, since)
  }
  const condition: Condition = conditions.length === 1 ? conditions[0]! : { op: 'any', of: conditions }
  return {
    scope: { ...scope, range: { ...scope.range, from }, where: [...(scope.where ?? []), condition] },
    costly: isCostly(condition),
  }
}

/**
 * Conditions on issues as issue IDs. If there are too many, the most recently seen: the others have no events since
 * the oldest of these, so the result is exact from then on.
 */
async function conditionOf(
  issues: IssueRecords,
  projectId: string,
  { issue, event }: Way,
): Promise<{ readonly condition: Condition; readonly since: number }> {
  if (issue === undefined) return { condition: event!, since: 0 }
  const { issues: most } = LIMITS.search
  const filter = { projectIds: [projectId], where: issue }
  const ids = await issues.ids(filter, { sort: 'last_seen', limit: most + 1 })
  const [oldest] = ids.length > most ? await issues.byIds([ids[most]!]) : []
  const chosen = among(ids.slice(0, most))
  return {
    condition: event === undefined ? chosen : { op: 'all', of: [chosen, event] },
    since: oldest === undefined ? 0 : oldest.lastSeen + 1,
  }
}
