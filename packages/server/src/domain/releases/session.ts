/**
 * From healthy to worst; the worst report of a session counts. Browser SDKs of version 11 send `unhandled` where
 * earlier ones sent `crashed`; both count as broken sessions.
 */
export const SESSION_STATUSES = ['ok', 'exited', 'errored', 'abnormal', 'unhandled', 'crashed'] as const
export type SessionStatus = (typeof SESSION_STATUSES)[number]

/** Each session is in one of the four. */
export interface SessionCounts {
  readonly sessions: number
  /** An error was reported, and it went on. */
  readonly errored: number
  readonly abnormal: number
  readonly unhandled: number
  readonly crashed: number
  /** Distinct users; 0 if sessions have no users. */
  readonly users: number
  /** Of them, those with a session that broke. */
  readonly brokenUsers: number
}

export const NO_SESSIONS: SessionCounts = {
  sessions: 0,
  errored: 0,
  abnormal: 0,
  unhandled: 0,
  crashed: 0,
  users: 0,
  brokenUsers: 0,
}

export function brokenSessions({ crashed, unhandled }: SessionCounts): number {
  return crashed + unhandled
}

/** A share from 0 to 1; undefined where there is nothing to take it of. */
export function crashFreeSessions(counts: SessionCounts): number | undefined {
  return counts.sessions === 0 ? undefined : 1 - brokenSessions(counts) / counts.sessions
}

export function crashFreeUsers({ users, brokenUsers }: SessionCounts): number | undefined {
  return users === 0 ? undefined : 1 - brokenUsers / users
}
