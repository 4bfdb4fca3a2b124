import { AppError } from '#domain/app-error.ts'
import type { IssueActivity } from '#domain/issues/issue-activity.ts'
import type { Issue } from '#domain/issues/issue.ts'
import type { Person } from '#domain/people/person.ts'
import type { Team } from '#domain/people/team.ts'
import type { ActivityRecords } from '#stores/records/issue-comments.ts'
import type { PeopleRecords } from '#stores/records/records.ts'
import type { TeamRecords } from '#stores/records/teams.ts'

/** A line with the people it speaks of; those who are gone are undefined. */
export interface HistoryLine extends IssueActivity {
  readonly person: Person | undefined
  readonly assignee: Person | undefined
  readonly assigneeTeam: Team | undefined
}

export interface HistoryPage {
  /** Latest first. */
  readonly lines: readonly HistoryLine[]
  readonly next: string | undefined
}

export interface HistoryStores {
  readonly activity: ActivityRecords
  readonly people: PeopleRecords
  readonly teams: Pick<TeamRecords, 'byIds'>
}

export interface HistoryAsk {
  readonly cursor: string | undefined
  readonly limit: number
  /** Only lines of this kind. */
  readonly kind?: IssueActivity['kind']
}

export async function readHistory(
  stores: HistoryStores,
  issue: Pick<Issue, 'id'>,
  { cursor, limit, kind }: HistoryAsk,
): Promise<HistoryPage> {
  const found = await stores.activity.ofIssue(
    issue.id,
    limit + 1,
    cursor === undefined ? undefined : placeOf(cursor),
    kind,
  )
  const lines = found.slice(0, limit)
  const last = lines.at(-1)
  const next = found.length > limit && last !== undefined ? `${last.at}-${last.id}` : undefined
  return { lines: await withPeople(stores, lines), next }
}

export async function withPeople(
  { people, teams }: Pick<HistoryStores, 'people' | 'teams'>,
  lines: readonly IssueActivity[],
): Promise<readonly HistoryLine[]> {
  const personIds = new Set(
    lines.flatMap(({ personId, data }) => [personId ?? [], data.assigneeId ?? []].flat()),
  )
  const teamIds = new Set(lines.flatMap(({ data }) => data.assigneeTeamId ?? []))
  const [persons, named] = await Promise.all([
    personIds.size === 0 ? [] : people.byIds([...personIds]),
    teamIds.size === 0 ? [] : teams.byIds([...teamIds]),
  ])
  const personById = new Map(persons.map((person) => [person.id, person]))
  const teamById = new Map(named.map((team) => [team.id, team]))
  return lines.map((line) => ({
    ...line,
    person: personById.get(line.personId ?? ''),
    assignee: personById.get(line.data.assigneeId ?? ''),
    assigneeTeam: teamById.get(line.data.assigneeTeamId ?? ''),
  }))
}

function placeOf(cursor: string): Pick<IssueActivity, 'id' | 'at'> {
  const [, at, id] = /^(\d{1,15})-(\d{1,15})$/.exec(cursor) ?? []
  if (at === undefined || id === undefined) throw new AppError('invalid_input', 'cursor: is none of ours.')
  return { at: Number(at), id }
}
