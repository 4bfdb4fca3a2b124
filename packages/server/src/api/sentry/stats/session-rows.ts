import type { SentrySessionField, SentrySessionKey } from '@hindcast/contract/sentry/stats.ts'
import {
  brokenSessions,
  crashFreeSessions,
  crashFreeUsers,
  NO_SESSIONS,
  type SessionCounts,
} from '#domain/releases/session.ts'
import type { SessionGroup } from '#product/releases/query/session-groups.ts'

type Part = (counts: SessionCounts) => number | undefined

/** Sessions that are told apart by what was asked for. */
export interface SessionRow {
  readonly by: Record<string, string | number>
  readonly counts: SessionCounts
  readonly buckets: readonly SessionCounts[]
  /** What `sum(session)` counts of them. */
  readonly sessions: Part
}

const RATES: Readonly<Record<Exclude<SentrySessionField, 'sum(session)'>, Part>> = {
  'count_unique(user)': ({ users }) => users,
  'crash_rate(session)': (counts) => inverse(crashFreeSessions(counts)),
  'crash_rate(user)': (counts) => inverse(crashFreeUsers(counts)),
  'crash_free_rate(session)': crashFreeSessions,
  'crash_free_rate(user)': crashFreeUsers,
}

const STATUSES: Readonly<Record<string, Part>> = {
  healthy: (counts) => counts.sessions - counts.errored - counts.abnormal - brokenSessions(counts),
  errored: ({ errored }) => errored,
  abnormal: ({ abnormal }) => abnormal,
  unhandled: ({ unhandled }) => unhandled,
  crashed: ({ crashed }) => crashed,
}

/** Rows that a group becomes. */
export function statusesIn(by: readonly SentrySessionKey[]): number {
  return by.includes('session.status') ? Object.keys(STATUSES).length : 1
}

/** Groups of several projects; those that are not told apart are added up. */
export function sessionRows(
  groups: ReadonlyArray<{ readonly projectId: string; readonly group: SessionGroup }>,
  by: readonly SentrySessionKey[],
  steps: number,
): readonly SessionRow[] {
  const rows = new Map<string, Omit<SessionRow, 'sessions'>>()
  for (const { projectId, group } of groups) {
    const own = {
      ...(by.includes('project') && { project: Number(projectId) }),
      ...(by.includes('release') && { release: group.release ?? '' }),
      ...(by.includes('environment') && { environment: group.environment ?? '' }),
    }
    const key = JSON.stringify(own)
    const before = rows.get(key)
    const counts = before === undefined ? group.counts : sum(before.counts, group.counts)
    const buckets = group.buckets.map((one, index) => sum(before?.buckets[index] ?? NO_SESSIONS, one))
    rows.set(key, { by: own, counts, buckets })
  }
  const isOne = by.every((key) => key === 'session.status')
  if (rows.size === 0 && isOne)
    rows.set('{}', { by: {}, counts: NO_SESSIONS, buckets: Array.from({ length: steps }, () => NO_SESSIONS) })
  const all = [...rows.values()].toSorted((a, b) => b.counts.sessions - a.counts.sessions)
  if (!by.includes('session.status'))
    return all.map((row) => ({ ...row, sessions: ({ sessions }: SessionCounts) => sessions }))
  return all.flatMap((row) =>
    Object.entries(STATUSES).map(([status, sessions]) => withStatus(row, status, sessions)),
  )
}

function withStatus(row: Omit<SessionRow, 'sessions'>, status: string, sessions: Part): SessionRow {
  return { ...row, by: { ...row.by, 'session.status': status }, sessions }
}

export function valueIn(row: SessionRow, field: SentrySessionField, counts: SessionCounts): number | null {
  const value = field === 'sum(session)' ? row.sessions(counts) : RATES[field](counts)
  return value ?? null
}

function inverse(share: number | undefined): number | undefined {
  return share === undefined ? undefined : 1 - share
}

function sum(one: SessionCounts, other: SessionCounts): SessionCounts {
  return {
    sessions: one.sessions + other.sessions,
    errored: one.errored + other.errored,
    abnormal: one.abnormal + other.abnormal,
    unhandled: one.unhandled + other.unhandled,
    crashed: one.crashed + other.crashed,
    users: one.users + other.users,
    brokenUsers: one.brokenUsers + other.brokenUsers,
  }
}
