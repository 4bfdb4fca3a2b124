import type { EventPosition } from '#domain/events/event-position.ts'
import type { Scope } from './event-scope.ts'
import type { EventSummary } from './events.ts'
import type { Methods } from './methods.ts'

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

export const EVENT_SEARCH_METHODS = {
  searchEvents: 'read',
  searchIssues: 'read',
} as const satisfies Methods<EventSearch>
