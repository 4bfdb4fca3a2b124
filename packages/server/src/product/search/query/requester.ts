import { eventIdIn } from '@hindcast/contract/search/event-id.ts'
import type { Project } from '#domain/projects/project.ts'
import { orderReleases, releasesBeside } from '#domain/releases/release-order.ts'
import type { IssueLifecycleRecords } from '#stores/records/issue-lifecycle.ts'
import type { PeopleRecords } from '#stores/records/records.ts'
import type { TeamRecords } from '#stores/records/teams.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import type { Requester } from './issue-tests.ts'
import { planSearch, type SearchPlan } from './plan.ts'
import type { ReleaseContext } from './release-tests.ts'

export interface SearchRequest {
  readonly query: string
  /** The user for `assigned:me`; undefined for a token. */
  readonly userId: string | undefined
  readonly unattended?: boolean | undefined
  /** It was checked when it was saved, maybe by an earlier version. */
  readonly acceptedBefore?: boolean | undefined
}

export interface RequesterStores {
  readonly people: PeopleRecords
  readonly teams: Pick<TeamRecords, 'list'>
  readonly lifecycle: Pick<IssueLifecycleRecords, 'releases'>
  readonly telemetry: Pick<TelemetryStore, 'known'>
}

/** Parses a search for a requester. People and releases are only loaded if the search can refer to them. */
export async function planFor(
  stores: RequesterStores,
  project: Project,
  { query, userId, unattended, acceptedBefore }: SearchRequest,
  of: 'issues' | 'events',
  now: number,
): Promise<SearchPlan> {
  const requester = await requesterOf(stores, project, query, userId)
  const releases = await releasesFor(stores, project, query)
  const isEvent = await eventsIn(stores, project, query)
  return planSearch(query, { of, now, requester, ...releases, isEvent, unattended, acceptedBefore })
}

async function releasesFor(
  { lifecycle }: RequesterStores,
  { id }: Project,
  query: string,
): Promise<Pick<ReleaseContext, 'releases' | 'latest'>> {
  const compares = query.includes('release:') && /[<>]|\.\.|latest/.test(query)
  const known = compares ? await lifecycle.releases(id) : []
  return {
    releases: releasesBeside(known),
    latest: query.includes('latest') ? orderReleases(known).at(-1)?.version : undefined,
  }
}

/** Which of the ids that stand in the query are those of stored events. */
async function eventsIn(
  { telemetry }: RequesterStores,
  { id }: Project,
  query: string,
): Promise<((eventId: string) => boolean) | undefined> {
  const ids = query.split(/[\s()!]+/).flatMap((word) => eventIdIn(word) ?? [])
  if (ids.length === 0) return undefined
  const known = await telemetry.known(id, [...new Set(ids)], '')
  return (eventId) => known.has(eventId)
}

async function requesterOf(
  { people, teams }: RequesterStores,
  { organizationId, slug }: Project,
  query: string,
  userId: string | undefined,
): Promise<Requester> {
  if (!query.includes('assigned:')) return { userId, members: [], teams: [], slug }
  return {
    userId,
    members: await people.members([organizationId]),
    teams: await teams.list(organizationId),
    slug,
  }
}
