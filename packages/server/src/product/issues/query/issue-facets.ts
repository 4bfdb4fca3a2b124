import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import type { IssueFilter, IssueSpread } from '#stores/records/records.ts'
import type { Dimension } from '#stores/telemetry/telemetry.ts'
import { latestPart } from './latest-part.ts'
import { planFor, type SearchRequest, type RequesterStores } from '#product/search/query/requester.ts'
import { isCostly } from '#product/search/query/event-tests.ts'
import { among, selectIssues, type IssueStores } from '#product/search/query/select-issues.ts'
import { withoutEach, withoutKey } from '#product/search/query/without-each.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

export interface IssueFacet {
  readonly key: string
  readonly values: ReadonlyArray<{ readonly value: string; readonly issues: number }>
}

export interface IssueFacets {
  readonly facets: readonly IssueFacet[]
  /** Only the issues or events seen last were counted. */
  readonly sampled: boolean
  /** Where nothing matches: how many would, were one filter left out. */
  readonly without: ReadonlyArray<{ readonly filter: string; readonly issues: number }>
}

const EVENT_FACETS: ReadonlyArray<readonly [key: string, by: Dimension]> = [
  ['release', 'release'],
  ['environment', 'environment'],
  ['browser', 'browser'],
  ['os', 'os'],
  ['route', 'route'],
  ['handled', 'handled'],
]

type Stores = IssueStores & RequesterStores

export async function readIssueFacets(
  stores: Stores,
  project: Project,
  asked: SearchRequest,
  now: number,
): Promise<IssueFacets> {
  const filter = await filterFor(stores, project, asked, now)
  const spread = await stores.issues.spread(filter)
  const total = spread.reduce((sum, { issues }) => sum + issues, 0)
  if (total === 0) {
    return { facets: [], sampled: false, without: await withoutOne(stores, project, asked, now) }
  }
  const [status, assigned, ofEvents] = await Promise.all([
    statusFacet(stores, project, asked, spread, now),
    assignedFacet(stores, project, filter, spread),
    eventFacets(stores, project, filter, { filtered: asked.query.trim() !== '', total }, now),
  ])
  const level = { key: 'level', values: tallied(spread, 'level') }
  const facets = [status, level, assigned, ...ofEvents.facets]
  return {
    facets: facets.filter(({ values }) => values.length > 0),
    sampled: ofEvents.sampled,
    without: [],
  }
}

/** How many issues have each value, most first. */
function tallied(spread: readonly IssueSpread[], by: 'status' | 'level'): IssueFacet['values'] {
  return counted(spread.map((one) => [one[by], one.issues]))
    .map(([value, issues]) => ({ value, issues }))
    .toSorted((a, b) => b.issues - a.issues || (a.value < b.value ? -1 : 1))
    .slice(0, LIMITS.search.facetValues)
}

function counted<K>(parts: ReadonlyArray<readonly [K, number]>): ReadonlyArray<readonly [K, number]> {
  const sums = new Map<K, number>()
  for (const [key, issues] of parts) sums.set(key, (sums.get(key) ?? 0) + issues)
  return [...sums]
}

/**
 * One status is asked for nearly always; how many issues have the others says what that leaves out. Not where events
 * would have to be looked through again for it.
 */
async function statusFacet(
  stores: Stores,
  project: Project,
  { query, userId }: SearchRequest,
  found: readonly IssueSpread[],
  now: number,
): Promise<IssueFacet> {
  const rest = withoutKey(query, 'is')
  if (rest === query) return { key: 'is', values: tallied(found, 'status') }
  const filter = await quickFilter(stores, project, { query: rest, userId }, now)
  const counts = filter && (await stores.issues.tally(filter, 'status', LIMITS.search.facetValues))
  return { key: 'is', values: (counts ?? []).map(({ value, issues }) => ({ value: value!, issues })) }
}

/** Undefined where events would have to be looked through. */
async function quickFilter(
  stores: Stores,
  project: Project,
  asked: SearchRequest,
  now: number,
): Promise<IssueFilter | undefined> {
  const plan = await planFor(stores, project, asked, 'issues', now)
  if (plan.ways.some(({ event }) => event !== undefined && isCostly(event))) return undefined
  return (await selectIssues(stores, project.id, plan, { now })).filter
}

async function assignedFacet(
  { issues, people, teams }: Stores,
  { organizationId }: Project,
  filter: IssueFilter,
  spread: readonly IssueSpread[],
): Promise<IssueFacet> {
  const { facetValues } = LIMITS.search
  const known = await teams.list(organizationId)
  const ofPeople = counted(spread.map(({ assignee, issues: count }) => [assignee, count]))
    .toSorted((a, b) => b[1] - a[1] || ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1))
    .slice(0, facetValues)
  const ofTeams = known.length === 0 ? [] : await issues.tally(filter, 'team', known.length + 1)
  const found = await people.byIds(ofPeople.flatMap(([value]) => value ?? []))
  const names = new Map([
    ...found.map(({ id, email }) => [id, email] as const),
    ...known.map(({ id, slug }) => [id, `#${slug}`] as const),
  ])
  const held = ofTeams.flatMap(({ value, issues: count }) =>
    value === null ? [] : [[value, count] as const],
  )
  // An issue assigned to a team has no person, but is not unassigned.
  const theirs = held.reduce((sum, [, count]) => sum + count, 0)
  const counts = [...ofPeople, ...held].map(([value, count]) =>
    value === null
      ? { value: 'none', issues: count - theirs }
      : { value: names.get(value) ?? '', issues: count },
  )
  const shown = counts.filter((one) => one.value !== '' && one.issues > 0)
  return { key: 'assigned', values: shown.toSorted((a, b) => b.issues - a.issues).slice(0, facetValues) }
}

async function eventFacets(
  { issues, telemetry }: Stores,
  project: Project,
  filter: IssueFilter,
  { filtered, total }: { readonly filtered: boolean; readonly total: number },
  now: number,
): Promise<{ readonly facets: readonly IssueFacet[]; readonly sampled: boolean }> {
  const { facetIssues, facetEvents, facetValues } = LIMITS.search
  // Without a filter every event counts, and naming all issues would only slow the scan down.
  const named = filtered || total > facetIssues
  const latest = { sort: 'last_seen', limit: facetIssues } as const
  const where = named ? [among(await issues.ids(filter, latest))] : []
  const range = { from: now - project.settings.retentionDays * DAY_MS, to: now + 1 }
  const part = await latestPart(
    telemetry,
    { projectId: project.id, range, where },
    { bucketMs: HOUR_MS, enough: facetEvents },
  )
  const of = EVENT_FACETS.map(([, by]) => ({ by }))
  const ofValues = await telemetry.breakdowns(part.scope, { of, measure: 'issues', limit: facetValues })
  const facets = EVENT_FACETS.map(([key, by], index) => ({
    key,
    values: ofValues[index]!.values.map((one) => ({ value: wordFor(by, one.key), issues: one.count })),
  }))
  return { facets, sampled: total > facetIssues || part.cut }
}

function wordFor(by: Dimension, name: string): string {
  if (by !== 'handled') return name
  return name === 'true' ? 'yes' : 'no'
}

async function filterFor(
  stores: Stores,
  project: Project,
  asked: SearchRequest,
  now: number,
): Promise<IssueFilter> {
  const plan = await planFor(stores, project, asked, 'issues', now)
  return (await selectIssues(stores, project.id, plan, { now })).filter
}

async function withoutOne(
  stores: Stores,
  project: Project,
  { query, userId }: SearchRequest,
  now: number,
): Promise<IssueFacets['without']> {
  return Promise.all(
    withoutEach(query)
      .slice(0, LIMITS.search.without)
      .map(async ({ left, rest }) => {
        const filter = await filterFor(stores, project, { query: rest, userId }, now)
        return { filter: left, issues: await stores.issues.count(filter) }
      }),
  )
}
