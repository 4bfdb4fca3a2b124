import type { Project } from '#domain/project.ts'
import type { PeopleRecords } from '#stores/records.ts'
import type { TeamRecords } from '#stores/teams.ts'
import type { Asker } from './issue-tests.ts'
import { planSearch, type SearchPlan } from './plan.ts'

export interface AskedSearch {
  readonly query: string
  /** Who `assigned:me` is; undefined for a token. */
  readonly userId: string | undefined
}

export interface AskerStores {
  readonly people: PeopleRecords
  readonly teams: Pick<TeamRecords, 'list'>
}

/** Reads a search for somebody; who could be named in it is only asked for where anybody is. */
export async function planFor(
  stores: AskerStores,
  project: Project,
  { query, userId }: AskedSearch,
  of: 'issues' | 'events',
  now: number,
): Promise<SearchPlan> {
  return planSearch(query, { of, now, asker: await askerOf(stores, project, query, userId) })
}

async function askerOf(
  { people, teams }: AskerStores,
  { organizationId }: Project,
  query: string,
  userId: string | undefined,
): Promise<Asker> {
  if (!query.includes('assigned:')) return { userId, members: [], teams: [] }
  return {
    userId,
    members: await people.members([organizationId]),
    teams: await teams.list(organizationId),
  }
}
