import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import { asOf, type Issue } from '#domain/issues/issue.ts'
import type { Project } from '#domain/projects/project.ts'
import type { IssueFilter, IssueSort } from '#stores/records/records.ts'
import { narrowed } from '#product/search/query/plan.ts'
import { planFor, type RequesterStores, type SearchRequest } from '#product/search/query/requester.ts'
import { among, selectIssues, type IssueStores } from '#product/search/query/select-issues.ts'
import { environmentConditions, within, type Within } from '#product/search/query/within.ts'
import { countsWithin, seriesWithin, type CountStores } from './counts-within.ts'
import { ownersOf, type OwnerStores } from './issue-owners.ts'
import type { IssueRow } from './issues.ts'
import { everything, type Period } from './time-series.ts'

type Stores = IssueStores & OwnerStores & RequesterStores & CountStores

export interface AcrossOptions extends SearchRequest, Within {
  readonly sort: IssueSort
  readonly period: Period
  readonly cursor: string | undefined
  readonly limit: number
}

export interface AcrossRow {
  /** Counted within the range and environments. */
  readonly row: IssueRow
  readonly project: Project
  /** As it is stored. */
  readonly issue: Issue
}

export interface AcrossPage {
  readonly rows: readonly AcrossRow[]
  readonly next: string | undefined
}

interface Selected {
  readonly project: Project
  readonly filter: IssueFilter
}

/** Issues of several projects for which a search holds, as one list. */
export async function listIssuesAcross(
  stores: Stores,
  projects: readonly Project[],
  options: AcrossOptions,
  now: number,
): Promise<AcrossPage> {
  const selected: Selected[] = []
  for (const project of projects) {
    const plan = narrowed(await planFor(stores, project, options, 'issues', now), {
      issue: [],
      event: environmentConditions(options.environments),
    })
    const { filter } = await selectIssues(stores, project.id, plan, { now, range: options.range })
    selected.push({ project, filter })
  }
  const isCounted = options.range !== undefined || (options.environments ?? []).length > 0
  const isRanked = isCounted && (options.sort === 'events' || options.sort === 'users')
  const page = isRanked
    ? await rankedPage(stores, selected, options, now)
    : await orderedPage(stores, selected, options)
  return { rows: await rowsOf(stores, projects, page.issues, options, now), next: page.next }
}

interface Page {
  readonly issues: readonly Issue[]
  readonly next: string | undefined
}

/** The records merge the first issues of each project: one more than asked for, so that they know whether there are others. */
async function orderedPage(
  { issues }: Stores,
  selected: readonly Selected[],
  { sort, cursor, limit }: AcrossOptions,
): Promise<Page> {
  const place = { sort, ...(cursor !== undefined && { cursor }) }
  const [only, ...others] = selected
  if (only === undefined) return { issues: [], next: undefined }
  if (others.length === 0) return issues.page(only.filter, { ...place, limit })
  const first: string[] = []
  for (const { filter } of selected) {
    const page = await issues.page(filter, { ...place, limit: limit + 1 })
    first.push(...page.issues.map(({ id }) => id))
  }
  const projectIds = selected.map(({ project }) => project.id)
  return issues.page({ projectIds, where: { op: 'ids', values: first } }, { ...place, limit })
}

/** By what was counted in the range, which no index has: all of it is counted, and the cursor is how many came before. */
async function rankedPage(
  { issues, telemetry }: Stores,
  selected: readonly Selected[],
  options: AcrossOptions,
  now: number,
): Promise<Page> {
  const start = offsetIn(options.cursor)
  const measure = options.sort === 'users' ? 'users' : 'events'
  const most = LIMITS.search.issues
  const ranked: Array<{ readonly key: string; readonly count: number }> = []
  for (const { project, filter } of selected) {
    const ids = await issues.ids(filter, { sort: 'last_seen', limit: most })
    if (ids.length === 0) continue
    const scope = within({ ...everything(project.id, now), where: [among(ids)] }, options)
    const { values } = await telemetry.breakdown(scope, { by: 'issue', measure, limit: most })
    ranked.push(...values)
    if (measure === 'events') continue
    // Issues whose events name no user come last, rather than being missing.
    const named = new Set(values.map(({ key }) => key))
    const seen = await telemetry.breakdown(scope, { by: 'issue', measure: 'events', limit: most })
    ranked.push(...seen.values.filter(({ key }) => !named.has(key)).map(({ key }) => ({ key, count: 0 })))
  }
  ranked.sort((a, b) => b.count - a.count || Number(b.key) - Number(a.key))
  const end = start + options.limit
  const ids = ranked.slice(start, end).map(({ key }) => key)
  const found = new Map((await issues.byIds(ids)).map((issue) => [issue.id, issue]))
  return {
    issues: ids.flatMap((id) => found.get(id) ?? []),
    next: end < ranked.length ? `after-${end}` : undefined,
  }
}

function offsetIn(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const [, digits] = /^after-(\d{1,6})$/.exec(cursor) ?? []
  if (digits === undefined)
    throw new AppError('invalid_input', 'Invalid cursor for this list. Start again without it.')
  return Number(digits)
}

async function rowsOf(
  stores: Stores,
  projects: readonly Project[],
  issues: readonly Issue[],
  options: AcrossOptions,
  now: number,
): Promise<readonly AcrossRow[]> {
  const [counts, series, ownerOf] = await Promise.all([
    countsWithin(stores, issues, options, now),
    seriesWithin(stores, issues, options, now),
    ownersOf(stores, issues),
  ])
  const byId = new Map(projects.map((project) => [project.id, project]))
  return issues.map((stored) => {
    const issue = asOf(stored, now)
    const { events, users } = counts.get(issue.id)!
    const row = {
      issue: { ...issue, eventCount: events },
      ...ownerOf(stored),
      users,
      series: series.get(issue.id)!,
    }
    return { row, project: byId.get(issue.projectId)!, issue }
  })
}
