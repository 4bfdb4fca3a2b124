import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import type { IssueFilter } from '#stores/records/records.ts'
import type { Dimension } from '#stores/telemetry/telemetry.ts'
import { latestPart } from './latest-part.ts'
import { planFor, type SearchRequest, type RequesterStores } from '#product/search/query/requester.ts'
import { isCostly } from '#product/search/query/event-tests.ts'
import { among, selectIssues, type IssueStores } from '#product/search/query/select-issues.ts'
import { withoutEach, withoutKey } from '#product/search/query/without-each.ts'

const DAY_MS = 86_400_000

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
  const total = await stores.issues.count(filter)
  if (total === 0) {
    return { facets: [], sampled: false, without: await withoutOne(stores, project, asked, now) }
  }
  const [status, level, assigned, ofEvents] = await Promise.all([
    statusFacet(stores, project, asked, filter, now),
    stores.issues.tally(filter, 'level', LIMITS.search.facetValues),
    assignedFacet(stores, project, filter),
    eventFacets(stores, project, filter, { filtered: asked.query.trim() !== '', total }, now),
  ])
  const facets = [status, { key: 'level', values: named(level) }, assigned, ...ofEvents.facets]
  return {
    facets: facets.filter(({ values }) => values.length > 0),
    sampled: ofEvents.sampled,
    without: [],
  }
}

/** Every issue has one. */
function named(tallied: Awaited<ReturnType<Stores['issues']['tally']>>): IssueFacet['values'] {
  return tallied.map(({ value, issues }) => ({ value: value!, issues }))
}

/**
 * One status is asked for nearly always; how many issues have the others says what that leaves out. Not where events
 * would have to be looked through again for it.
 */
async function statusFacet(
  stores: Stores,
  project: Project,
  { query, userId }: SearchRequest,
  found: IssueFilter,
  now: number,
): Promise<IssueFacet> {
  const rest = withoutKey(query, 'is')
  const filter = rest === query ? found : await quickFilter(stores, project, { query: rest, userId }, now)
  const counts = filter && (await stores.issues.tally(filter, 'status', LIMITS.search.facetValues))
  return { key: 'is', values: named(counts ?? []) }
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
): Promise<IssueFacet> {
  const { facetValues } = LIMITS.search
  const known = await teams.list(organizationId)
  const ofPeople = await issues.tally(filter, 'assignee', facetValues)
  const ofTeams = known.length === 0 ? [] : await issues.tally(filter, 'team', known.length + 1)
  const found = await people.byIds(ofPeople.flatMap(({ value }) => value ?? []))
  const names = new Map([
    ...found.map(({ id, email }) => [id, email] as const),
    ...known.map(({ id, slug }) => [id, `#${slug}`] as const),
  ])
  const held = ofTeams.filter(({ value }) => value !== null)
  // What a team looks after has no person, and still is not nobody's.
  const theirs = held.reduce((sum, one) => sum + one.issues, 0)
  const counts = [...ofPeople, ...held].map(({ value, issues: count }) =>
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
    { bucketMs: DAY_MS, enough: facetEvents },
  )
  const facets = EVENT_FACETS.map(async ([key, by]): Promise<IssueFacet> => {
    const options = { by, measure: 'issues', limit: facetValues } as const
    const { values } = await telemetry.breakdown(part.scope, options)
    return { key, values: values.map((value) => ({ value: wordFor(by, value.key), issues: value.count })) }
  })
  return { facets: await Promise.all(facets), sampled: total > facetIssues || part.cut }
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
