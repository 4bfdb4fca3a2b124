import type { Issue } from '#domain/issues/issue.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { issueScope } from './issue.ts'

export interface IssueUsersOptions {
  readonly sort: 'events' | 'last_seen'
  readonly limit: number
}

export interface IssueUsers {
  readonly users: ReadonlyArray<{ readonly user: string; readonly events: number; readonly lastSeen: number }>
  /** All there are, shown or not. */
  readonly total: number
}

/** Those with the most events or seen last, among everything stored. */
export async function readIssueUsers(
  telemetry: TelemetryStore,
  issue: Issue,
  { sort, limit }: IssueUsersOptions,
  now: number,
): Promise<IssueUsers> {
  const scope = { ...issueScope(issue, now), range: { from: issue.firstSeen, to: now + 1 } }
  const order = sort === 'events' ? 'count' : 'latest'
  const { values } = await telemetry.breakdown(scope, { by: 'user', measure: 'events', limit, order })
  const users = values.map(({ key, count, latest }) => ({ user: key, events: count, lastSeen: latest }))
  return { users, total: Math.max(issue.userCount, users.length) }
}
