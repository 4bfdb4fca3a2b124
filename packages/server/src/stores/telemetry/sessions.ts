import type { SessionCounts, SessionStatus } from '#domain/releases/session.ts'
import type { TimeRange } from '#domain/time-range.ts'

import type { Methods } from './methods.ts'

/** One report of a session, or some sessions that a server counted together. */
export interface SessionRow {
  /** The position of the record that it came in. */
  readonly seq: number
  readonly projectId: string
  readonly receivedAt: number
  readonly startedAt: number
  readonly release: string
  readonly environment: string | undefined
  /** 16 hex digits; undefined: aggregated, without later updates. */
  readonly session: string | undefined
  /** 16 hex digits: a pseudonym of the user. */
  readonly user: string | undefined
  readonly status: SessionStatus
  /** How many sessions it is the first word of: 1 for a first report, 0 for a later one. */
  readonly quantity: number
}

export interface SessionRows {
  readonly sessions?: readonly SessionRow[]
}

export interface SessionScope {
  readonly projectId: string
  /** By the start of the session, which all its reports agree on. */
  readonly range: TimeRange
  /** Any of these; left out: all. */
  readonly releases?: readonly string[]
  readonly environment?: string
}

export interface SessionBucket {
  readonly sessions: number
  /** Crashed, or with an unhandled error. */
  readonly broken: number
}

export interface SessionHistory {
  readonly counts: SessionCounts
  /** Zero-filled as in `timeSeries`, by the start of the sessions. */
  readonly buckets: readonly SessionBucket[]
}

/** Of several environments; '' stands for sessions without one. */
export interface SessionGroupScope extends Omit<SessionScope, 'environment'> {
  readonly environments?: readonly string[]
}

/** Sessions that have these in common; undefined where they are not told apart by it. */
export interface SessionGroup {
  readonly release: string | undefined
  /** '': without one. */
  readonly environment: string | undefined
  readonly counts: SessionCounts
  /** Zero-filled as in `timeSeries`; users are counted once in each. Empty where no width was asked for. */
  readonly buckets: readonly SessionCounts[]
}

/** How the sessions of releases went. A session counts once, as the worst of what it reported. */
export interface SessionTelemetry {
  /** By release, most sessions first. */
  sessionCounts(
    scope: SessionScope,
    options: { readonly limit: number },
  ): Promise<ReadonlyMap<string, SessionCounts>>
  /**
   * The same, and how they came about. With `usersOf`, users are those of these releases only; of several, an estimate to
   * within about 3 % where a release has tens of thousands.
   */
  sessionHistory(
    scope: SessionScope,
    options: { readonly limit: number; readonly bucketMs: number; readonly usersOf?: readonly string[] },
  ): Promise<ReadonlyMap<string, SessionHistory>>
  /** Of all releases together: zero-filled buckets as in `timeSeries`, by the start of the sessions. */
  sessionSeries(
    scope: SessionScope,
    options: { readonly bucketMs: number },
  ): Promise<readonly SessionBucket[]>
  /** By any of these together, most sessions first; users are counted once in each group. By none: one group, or none without sessions. */
  sessionGroups(
    scope: SessionGroupScope,
    options: {
      readonly by: ReadonlyArray<'release' | 'environment'>
      readonly bucketMs?: number | undefined
      readonly limit: number
    },
  ): Promise<readonly SessionGroup[]>
}

export const SESSION_METHODS = {
  sessionCounts: 'read',
  sessionHistory: 'read',
  sessionSeries: 'read',
  sessionGroups: 'read',
} as const satisfies Methods<SessionTelemetry>
