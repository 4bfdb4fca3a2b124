import type { EventPosition } from '#domain/events/event-position.ts'

import type { Condition, EventSummary, Scope } from './telemetry.ts'

/** What has to hold for an event, as a tree. An event without a value meets no test of it, and so every `not`. */
export type Combined =
  | { readonly op: 'all'; readonly of: readonly Condition[] }
  | { readonly op: 'any'; readonly of: readonly Condition[] }
  | { readonly op: 'not'; readonly of: Condition }

/** All of them occur, in any case, in title, culprit, message, tags or anything else that is said. */
export interface TextCondition {
  readonly op: 'text'
  readonly words: readonly string[]
}

/** How far a search has looked, newest first. */
export interface Searched {
  readonly events: number
  /** When the oldest of them was received; undefined where there were none. */
  readonly back: number | undefined
  /** There is nothing older. */
  readonly complete: boolean
}

export interface SearchOptions {
  /** Exclusive: goes on where an earlier search stopped. */
  readonly before?: EventPosition
  readonly limit: number
  /** About how many events are looked at; it stops at the end of the step in which it had this many. */
  readonly budget: number
}

/** Looks at events newest first in steps, for conditions that cost too much to look at all of them. */
export interface EventSearch {
  searchEvents(
    scope: Scope,
    options: SearchOptions,
  ): Promise<{
    readonly events: readonly EventSummary[]
    /** Pass as `before` to go on; undefined at the end. */
    readonly next: EventPosition | undefined
    readonly searched: Searched
  }>
  /** The issues of the events that are found, seen last first. */
  searchIssues(
    scope: Scope,
    options: SearchOptions,
  ): Promise<{ readonly issueIds: readonly string[]; readonly searched: Searched }>
}
