import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/project.ts'
import type { IssueFilter, PeopleRecords } from '#stores/records.ts'
import type { Dimension } from '#stores/telemetry.ts'
import { everything } from './activity.ts'
import { criteriaOf, type Asker } from './issue-criteria.ts'
import { parseIssueSearch, type IssueSearch } from './issue-search.ts'
import { among, selectIssues, type IssueStores } from './issue-selection.ts'

export interface IssueFacet {
  readonly key: string
  readonly values: ReadonlyArray<{ readonly value: string; readonly issues: number }>
}

export interface IssueFacets {
  readonly facets: readonly IssueFacet[]
  /** Only the issues seen last were counted by what is known of their events. */
  readonly sampled: boolean
  /** Where nothing matches: how many would, were one filter left out. */
  readonly without: ReadonlyArray<{ readonly filter: string; readonly issues: number }>
}

const EVENT_FACETS: ReadonlyArray<readonly [key: string, by: Dimension]> = [
  ['release', 'release'],
  ['environment', 'environment'],
  ['browser', 'browser'],
  ['os', 'os'],
  ['route', 'transaction'],
  ['handled', 'handled'],
]

type Stores = IssueStores & { readonly people: PeopleRecords }

export async function readIssueFacets(
  stores: Stores,
  project: Project,
  asked: { readonly query: string; readonly userId: string | undefined },
  now: number,
): Promise<IssueFacets> {
  const asker = { userId: asked.userId, members: () => stores.people.members([project.organizationId]) }
  const search = parseIssueSearch(asked.query)
  const filter = await selectIssues(stores, project.id, await criteriaOf(search, asker), now)
  const total = await stores.issues.count(filter)
  if (total === 0) {
    return { facets: [], sampled: false, without: await withoutEach(stores, project, search, asker, now) }
  }
  const [level, assigned, ...ofEvents] = await Promise.all([
    stores.issues.tally(filter, 'level', LIMITS.search.facetValues),
    assignedFacet(stores, filter),
    ...(await eventFacets(stores, project.id, filter, search.terms.length > 0, total, now)),
  ])
  const levels = level.map(({ value, issues }) => ({ value: value!, issues }))
  return {
    facets: [{ key: 'level', values: levels }, assigned, ...ofEvents].filter(
      ({ values }) => values.length > 0,
    ),
    sampled: total > LIMITS.search.facetIssues,
    without: [],
  }
}

async function assignedFacet({ issues, people }: Stores, filter: IssueFilter): Promise<IssueFacet> {
  const counts = await issues.tally(filter, 'assignee', LIMITS.search.facetValues)
  const found = await people.byIds(counts.flatMap(({ value }) => value ?? []))
  const emails = new Map(found.map(({ id, email }) => [id, email]))
  return {
    key: 'assigned',
    values: counts.flatMap(({ value, issues: count }) => {
      const name = value === null ? 'none' : emails.get(value)
      return name === undefined ? [] : [{ value: name, issues: count }]
    }),
  }
}

async function eventFacets(
  { issues, telemetry }: Stores,
  projectId: string,
  filter: IssueFilter,
  filtered: boolean,
  total: number,
  now: number,
): Promise<ReadonlyArray<Promise<IssueFacet>>> {
  const limit = LIMITS.search.facetIssues
  // Without a filter every event counts, and naming two thousand issues would only slow the scan down.
  const where = filtered || total > limit ? [among(await issues.recent(filter, limit))] : []
  const scope = { ...everything(projectId, now), where }
  return EVENT_FACETS.map(async ([key, by]) => {
    const options = { by, measure: 'issues', limit: LIMITS.search.facetValues } as const
    const { values } = await telemetry.breakdown(scope, options)
    return {
      key,
      values: values.map(({ key: name, count }) => ({ value: wordFor(by, name), issues: count })),
    }
  })
}

function wordFor(by: Dimension, name: string): string {
  if (by !== 'handled') return name
  return name === 'true' ? 'yes' : 'no'
}

async function withoutEach(
  stores: Stores,
  project: Project,
  { terms }: IssueSearch,
  asker: Asker,
  now: number,
): Promise<IssueFacets['without']> {
  return Promise.all(
    terms.slice(0, LIMITS.search.without).map(async (left) => {
      const criteria = await criteriaOf({ terms: terms.filter((term) => term !== left) }, asker)
      const filter = await selectIssues(stores, project.id, criteria, now)
      return { filter: left.source, issues: await stores.issues.count(filter) }
    }),
  )
}
