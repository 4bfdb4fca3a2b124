import type { Issue } from '#domain/issues/issue.ts'
import type { Person } from '#domain/people/person.ts'
import type { Team } from '#domain/people/team.ts'
import type { PeopleRecords } from '#stores/records/records.ts'
import type { TeamRecords } from '#stores/records/teams.ts'

export interface OwnerStores {
  readonly people: PeopleRecords
  readonly teams: Pick<TeamRecords, 'byIds'>
}

/** The assignee of an issue: a person, a team or none. */
export interface Owner {
  readonly assignee: Person | undefined
  readonly assigneeTeam: Team | undefined
}

/** In one question each, however many issues there are. */
export async function ownersOf(
  { people, teams }: OwnerStores,
  issues: ReadonlyArray<Pick<Issue, 'assigneeId' | 'assigneeTeamId'>>,
): Promise<(issue: Pick<Issue, 'assigneeId' | 'assigneeTeamId'>) => Owner> {
  const personIds = [...new Set(issues.flatMap(({ assigneeId }) => assigneeId ?? []))]
  const teamIds = [...new Set(issues.flatMap(({ assigneeTeamId }) => assigneeTeamId ?? []))]
  const [persons, named] = await Promise.all([
    personIds.length === 0 ? [] : people.byIds(personIds),
    teamIds.length === 0 ? [] : teams.byIds(teamIds),
  ])
  const personById = new Map(persons.map((person) => [person.id, person]))
  const teamById = new Map(named.map((team) => [team.id, team]))
  return ({ assigneeId = '', assigneeTeamId = '' }) => ({
    assignee: personById.get(assigneeId),
    assigneeTeam: teamById.get(assigneeTeamId),
  })
}
