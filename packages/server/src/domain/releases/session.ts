/**
 * From healthy to worst; the worst of a session's reports counts. Browsers of version 11 say `unhandled` where earlier ones
 * said `crashed`: both are sessions that broke.
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
  /** Who can be told apart; 0 where sessions name nobody. */
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
