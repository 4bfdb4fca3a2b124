import type { Project } from '#domain/projects/project.ts'
import { releasesBeside, type ReleasesBeside } from '#domain/releases/release-order.ts'
import type { IssueLifecycleRecords } from '#stores/records/issue-lifecycle.ts'
import type { PeopleRecords } from '#stores/records/records.ts'
import type { TeamRecords } from '#stores/records/teams.ts'
import type { Requester } from './issue-tests.ts'
import { planSearch, type SearchPlan } from './plan.ts'

export interface SearchRequest {
  readonly query: string
  /** The user for `assigned:me`; undefined for a token. */
  readonly userId: string | undefined
  readonly unattended?: boolean | undefined
}

export interface RequesterStores {
  readonly people: PeopleRecords
  readonly teams: Pick<TeamRecords, 'list'>
  readonly lifecycle: Pick<IssueLifecycleRecords, 'releases'>
}

/** Parses a search for a requester. People and releases are only loaded if the search can refer to them. */
export async function planFor(
  stores: RequesterStores,
  project: Project,
  { query, userId, unattended }: SearchRequest,
  of: 'issues' | 'events',
  now: number,
): Promise<SearchPlan> {
  const requester = await requesterOf(stores, project, query, userId)
  const releases = await releasesFor(stores, project, query)
  return planSearch(query, { of, now, requester, releases, unattended })
}

async function releasesFor(
  { lifecycle }: RequesterStores,
  { id }: Project,
  query: string,
): Promise<ReleasesBeside> {
  const compares = query.includes('release:') && /[<>]|\.\./.test(query)
  return releasesBeside(compares ? await lifecycle.releases(id) : [])
}

async function requesterOf(
  { people, teams }: RequesterStores,
  { organizationId }: Project,
  query: string,
  userId: string | undefined,
): Promise<Requester> {
  if (!query.includes('assigned:')) return { userId, members: [], teams: [] }
  return {
    userId,
    members: await people.members([organizationId]),
    teams: await teams.list(organizationId),
  }
}
