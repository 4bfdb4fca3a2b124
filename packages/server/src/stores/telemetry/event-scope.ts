import type { Renames } from '#domain/routes/renames.ts'
import type { TimeRange } from '#domain/time-range.ts'

/** Closed on purpose: a new screen reuses these or extends every adapter and the contract suite together. */
export type Dimension =
  | 'issue'
  | 'fingerprint'
  | 'level'
  | 'kind'
  | 'type'
  | 'transaction'
  /** The name of the transaction where the route is not known. */
  | 'route'
  | 'platform'
  | 'environment'
  | 'release'
  | 'dist'
  | 'user'
  | 'browser'
  | 'os'
  | 'device'
  | 'url'
  | 'sdk'
  | 'handled'
  | 'title'
  | 'message'
  | 'trace'
  | 'user_email'
  | 'user_name'
  | 'user_ip'
  | 'logger'
  /** Without the version that `browser`, `os` and `sdk` end with. */
  | 'browser_name'
  | 'os_name'
  | 'sdk_name'
  | 'sdk_version'
  /** Those of all frames: a test holds where one of them meets it. Broken down by the innermost. */
  | 'stack_file'
  | 'stack_function'
  | 'event'
  /** When it was, by our clock; in milliseconds. */
  | 'received'
  | { readonly tag: string }

/** `users` and `issues` count each of them once. */
export type Measure = 'events' | 'users' | 'issues'

/** What has to hold for an event, as a tree. An event without a value meets no test of it, and so every `not`. */
export type Combined =
  | { readonly op: 'all'; readonly of: readonly Condition[] }
  | { readonly op: 'any'; readonly of: readonly Condition[] }
  | { readonly op: 'not'; readonly of: Condition }

/** All words occur, case-insensitive, in title, culprit, message, tags or other texts. */
export interface TextCondition {
  readonly op: 'text'
  readonly words: readonly string[]
}

export type Condition = ValueCondition | TestCondition | TextCondition | Combined

export interface ValueCondition {
  readonly dimension: Dimension
  /** An event without a value matches every `is_not`. */
  readonly op: 'is' | 'is_not'
  /** Any of these. */
  readonly values: readonly string[]
}

export type TestCondition = { readonly dimension: Dimension } & (
  | { readonly op: 'has' }
  /** `*` stands for anything; in any case. */
  | { readonly op: 'like'; readonly pattern: string }
  /** Without looking around or back. */
  | { readonly op: 'regex'; readonly source: string; readonly anyCase: boolean }
  /** A value that is no number meets none. */
  | { readonly op: 'compare'; readonly cmp: '=' | '<' | '<=' | '>' | '>='; readonly value: number }
)

export interface Scope {
  readonly projectId: string
  /** By time of receipt: the only clock that is ours. */
  readonly range: TimeRange
  readonly where?: readonly Condition[]
  /** Routes have these names, in conditions and in the answer. */
  readonly renames?: Renames
}
