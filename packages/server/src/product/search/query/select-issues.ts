import { LIMITS } from '#domain/limits.ts'
import { ISSUE_STATUSES, type IssueStatus } from '#domain/issues/issue-status.ts'
import type { TimeRange } from '#domain/time-range.ts'
import type { Searched } from '#stores/telemetry/event-search.ts'
import type { IssueCondition } from '#stores/records/issue-condition.ts'
import type { IssueFilter, IssueRecords } from '#stores/records/records.ts'
import type { Condition, Scope, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { everything } from '#product/issues/query/time-series.ts'
import { isCostly } from './event-tests.ts'
import type { SearchPlan, Way } from './plan.ts'

export interface IssueStores {
  readonly issues: IssueRecords
  readonly telemetry: TelemetryStore
}

export interface SelectedIssues {
  readonly filter: IssueFilter
  /** How far events were looked through; undefined where all of them were asked, or none had to be. */
  readonly searched: Searched | undefined
}

export interface SelectOptions {
  readonly now: number
  /** Events that a search for words looks at. */
  readonly budget?: number | undefined
  readonly limit?: number
  /** Only events that were received in it count. */
  readonly range?: TimeRange | undefined
}

/** The search as a filter of the records: conditions on events become the ids of the issues that meet them. */
export async function selectIssues(
  stores: IssueStores,
  projectId: string,
  { ways }: SearchPlan,
  options: SelectOptions,
): Promise<SelectedIssues> {
  const conditions: IssueCondition[] = []
  let searched: Searched | undefined
  for (const way of ways) {
    const found = await issuesOf(stores, projectId, way, options)
    if (found.issue !== undefined) conditions.push(found.issue)
    else return { filter: { projectIds: [projectId] }, searched: undefined }
    searched = shorter(searched, found.searched)
  }
  const where: IssueCondition = conditions.length === 1 ? conditions[0]! : { op: 'any', of: conditions }
  const statuses = statusesIn(where)
  return { filter: { projectIds: [projectId], where, ...(statuses && { statuses }) }, searched }
}

const ANY_EVENT: Condition = { op: 'all', of: [] }

interface Found {
  readonly issue: IssueCondition | undefined
  readonly searched?: Searched | undefined
}

/**
 * Where more than `limit` issues have such an event, the records choose first if that is fewer; else the issues seen
 * last are looked at. Where the records leave little to look through, all of it is.
 */
async function issuesOf(
  { issues, telemetry }: IssueStores,
  projectId: string,
  { issue, event: asked }: Way,
  { now, budget = LIMITS.search.budget, limit = LIMITS.search.issues, range }: SelectOptions,
): Promise<Found> {
  const event = asked ?? (range && ANY_EVENT)
  if (event === undefined) return { issue }
  const scopeWith = (where: readonly Condition[]): Scope => {
    const all = everything(projectId, now)
    return { ...all, range: range ?? all.range, where }
  }
  const among_ = (ids: readonly string[]): IssueCondition => {
    const chosen: IssueCondition = { op: 'ids', values: ids }
    return issue === undefined ? chosen : { op: 'all', of: [issue, chosen] }
  }
  const meeting = async (where: readonly Condition[]) => {
    const latest = { by: 'issue', measure: 'events', order: 'latest', limit: limit + 1 } as const
    return (await telemetry.breakdown(scopeWith(where), latest)).values.map(({ key }) => key)
  }
  const candidates = async (most: number) =>
    issue === undefined
      ? undefined
      : issues.ids({ projectIds: [projectId], where: issue }, { sort: 'last_seen', limit: most + 1 })
  if (isCostly(event)) {
    const few = await candidates(LIMITS.search.few)
    if (few !== undefined && few.length <= LIMITS.search.few && (await eventsOf(issues, few)) <= budget)
      return { issue: among_(few.length === 0 ? [] : await meeting([among(few), event])) }
    const { issueIds, searched } = await telemetry.searchIssues(scopeWith([event]), { limit, budget })
    return { issue: among_(issueIds), searched: searched.complete ? undefined : searched }
  }
  const ids = await meeting([event])
  if (ids.length <= limit) return { issue: among_(ids) }
  const chosen = await candidates(limit)
  if (chosen === undefined || chosen.length > limit) return { issue: among_(ids.slice(0, limit)) }
  return { issue: among_(await meeting([among(chosen), event])) }
}

async function eventsOf(issues: IssueRecords, ids: readonly string[]): Promise<number> {
  return (await issues.byIds(ids)).reduce((sum, { eventCount }) => sum + eventCount, 0)
}

export function among(issueIds: readonly string[]): Condition {
  return { dimension: 'issue', op: 'is', values: issueIds }
}

function shorter(a: Searched | undefined, b: Searched | undefined): Searched | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return a.events < b.events ? a : b
}

/** The statuses that an issue can have which meets this: the indexes begin with them. */
function statusesIn(condition: IssueCondition): readonly IssueStatus[] | undefined {
  if (condition.op === 'is' && condition.field === 'status')
    return ISSUE_STATUSES.filter((status) => condition.values.includes(status))
  if (condition.op === 'all') {
    const sets = condition.of.map(statusesIn).filter((one) => one !== undefined)
    if (sets.length === 0) return undefined
    return ISSUE_STATUSES.filter((status) => sets.every((one) => one.includes(status)))
  }
  if (condition.op !== 'any') return undefined
  const sets = condition.of.map(statusesIn)
  if (sets.some((one) => one === undefined)) return undefined
  return ISSUE_STATUSES.filter((status) => sets.some((one) => one?.includes(status)))
}
