import type { EventPosition } from '#domain/events/event-position.ts'
import type { Grouping } from '#domain/issues/grouping.ts'
import type { Level } from '#domain/events/level.ts'
import type { EventDocument } from '#domain/events/stored-event.ts'

import type { Dimension, Measure, Scope } from './event-scope.ts'
import type { Methods } from './methods.ts'

/**
 * An event as it is written: the columns people filter and count by, and the document they read. Texts come back
 * as well-formed Unicode; of a tag key that is given twice the first value counts.
 */
export interface EventRow extends EventPosition {
  readonly projectId: string
  /** 32 lowercase hex digits. */
  readonly eventId: string
  readonly issueId: string
  readonly occurredAt: number
  /** When the digest wrote it; undefined for events from before this was kept. */
  readonly storedAt: number | undefined
  readonly kind: 'error' | 'default' | 'security'
  readonly level: Level
  readonly title: string
  readonly culprit: string
  readonly type: string
  readonly value: string
  readonly transaction: string | undefined
  /** The pattern of its route, in the spelling of `domain/routes/pattern.ts`. */
  readonly route: string | undefined
  /** The pattern that the SDK sent, if it did, and whether a server says that it took it; by these it can be named again. */
  readonly sentRoute?: string | undefined
  /** Undefined in events that an earlier version stored. */
  readonly sentByServer?: boolean | undefined
  readonly platform: string
  readonly environment: string | undefined
  readonly release: string | undefined
  readonly dist: string | undefined
  /** Identifies the user: ID, otherwise email, user name or IP address. */
  readonly user: string | undefined
  /** Name and major version. */
  readonly browser: string | undefined
  readonly os: string | undefined
  readonly device: string | undefined
  readonly url: string | undefined
  readonly sdk: string | undefined
  readonly handled: boolean | undefined
  readonly traceId: string | undefined
  readonly tags: ReadonlyArray<readonly [key: string, value: string]>
  /** That of its grouping. */
  readonly fingerprint: string
  readonly document: EventDocument
}

/**
 * A document that is JSON already, in UTF-8. An event waits for the rest of its batch and goes to another thread then: a
 * thousand trees or texts in wait are what the garbage collector would be busy with.
 */
export interface EncodedDocument {
  readonly json: Uint8Array
}

export function textOfJson({ json }: EncodedDocument): string {
  return Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8')
}

/** What an event is found by beside its id. Several events can share one. */
export interface Identifier {
  readonly kind: IdentifierKind
  readonly value: string
}

/**
 * - `digest`: what an error screen shows a person.
 * - `replay`: the id of the session replay that it happened in.
 * - `awaited_map`: the debug id of a map that the event's stack lacked, or `unread` where stored maps could not be read.
 * - `server_side`: `digest:…`, `trace:…` or a place of a server's error, for browsers that got no more of it than that.
 * - `browser_side`: the id of the server's event that a browser's belongs to.
 * - `awaited_server`: `any`, as long as that server's event is not there.
 */
export type IdentifierKind =
  | 'digest'
  | 'replay'
  | 'awaited_map'
  | 'server_side'
  | 'browser_side'
  | 'awaited_server'

/**
 * `seq` is the position of the record that the event came in, for all events of the record. The store gives each a number
 * of its own from there on; that is the `seq` that is read back. The spool is that of the batch.
 */
export interface AppendedEvent extends Omit<EventSummary, 'spoolId'> {
  readonly document: EventDocument | EncodedDocument
  /** Under which the event can be found; not part of what is read back. */
  readonly identifiers?: readonly Identifier[]
  /** What it says beside its columns, in lower case, one thing per line; searched, and not read back either. */
  readonly searchText?: string | undefined
  readonly userEmail?: string | undefined
  readonly userName?: string | undefined
  readonly userIp?: string | undefined
  readonly logger?: string | undefined
  /** Those of its frames, each once, the innermost first, one per line. */
  readonly stackFiles?: string | undefined
  readonly stackFunctions?: string | undefined
}

/** What is known better about a stored event than when it came. */
export interface EventRevision extends Pick<
  EventSummary,
  'seq' | 'projectId' | 'eventId' | 'issueId' | 'title' | 'culprit'
> {
  readonly grouping: Grouping
  /** The debug ids of the maps that it still lacks. */
  readonly awaited: readonly string[]
  /** As of an appended event; without it what was written stays. */
  readonly searchText?: string | undefined
  readonly stackFiles?: string | undefined
  readonly stackFunctions?: string | undefined
}

/** Events that were moved to another issue by a merge or unmerge. */
export interface IssueMove {
  readonly projectId: string
  readonly from: string
  readonly to: string
  readonly fingerprints: readonly string[]
}

export interface EventRows {
  readonly events: readonly AppendedEvent[]
}

/** A row of an event list. */
export type EventSummary = Omit<EventRow, 'document'>

export interface EventPage {
  /** Newest first. */
  readonly events: readonly EventSummary[]
  /** Pass as `before` for the next page; undefined at the end. */
  readonly next: EventPosition | undefined
}

/** Ids in the order of events. */
export interface EventNeighbours {
  /** The event at the end that was asked for; undefined where a position was given, or where there is none. */
  readonly event: string | undefined
  readonly older: string | undefined
  readonly newer: string | undefined
}

/** How many events of a scope stand before a position, at it, and after it. */
export interface EventRank {
  readonly older: number
  /** 1 where an event of the scope has the position, otherwise 0. */
  readonly at: number
  readonly newer: number
}

export interface StoredEvent extends EventSummary {
  readonly document: EventDocument
}

/** Values with what was measured and the moment of their latest receipt; `total` counts the events that have any. */
export interface Breakdown {
  readonly total: number
  readonly values: ReadonlyArray<{
    readonly key: string
    readonly count: number
    readonly latest: number
    /** Where it was asked for. */
    readonly users?: number
  }>
}

export type BreakdownsOptions = {
  /** At most 60. With `keys` other values are as good as none. */
  readonly of: ReadonlyArray<{ readonly by: Dimension; readonly keys?: readonly string[] }>
  /** Values of each. */
  readonly limit: number
} & ({ readonly measure: Measure; readonly withUsers?: false } | EventsAndUsers)

/** Ordered by events, and with the users of each value beside them. */
interface EventsAndUsers {
  readonly measure: 'events'
  readonly withUsers: true
}

/** Before every position of a spool: what another spool brought was there already. */
export const FROM_ANOTHER_SPOOL = -1

/** Errors and what else became an event. */
export interface EventTelemetry {
  /**
   * Of these event ids, those already stored, with the positions of their records in the spool, or FROM_ANOTHER_SPOOL.
   * Of what was stored by an earlier version it is the position plus the index of the item. Must not scan.
   */
  known(projectId: string, eventIds: readonly string[], spoolId: string): Promise<ReadonlyMap<string, number>>
  /** One event with its document. Must not scan. */
  get(projectId: string, eventId: string): Promise<StoredEvent | undefined>
  /** Newest first, `before` exclusive. */
  page(scope: Scope, options: { readonly before?: EventPosition; readonly limit: number }): Promise<EventPage>
  /** The other way: oldest first, `after` exclusive. */
  following(
    scope: Scope,
    options: { readonly after?: EventPosition; readonly limit: number },
  ): Promise<readonly EventSummary[]>
  /**
   * The next older and the next newer event of the scope beside a position, whether or not an event is there; or the event
   * at one end of the scope, and the one beside it. Reads nothing of the events but what they are ordered by.
   */
  neighbours(scope: Scope, at: EventPosition | 'newest' | 'oldest'): Promise<EventNeighbours>
  /** Where a position stands among the events of the scope. Counts all of them. */
  rank(scope: Scope, at: EventPosition): Promise<EventRank>
  /**
   * The events of these projects that were stored with the identifier, newest first. Where there are more than `limit`:
   * the newest, or those received nearest to the moment `near`. Must not scan.
   */
  find(
    projectIds: readonly string[],
    identifier: Identifier,
    limit: number,
    near?: number,
  ): Promise<readonly EventSummary[]>
  /** Which of these projects have any event that was stored with an identifier of the kind. Must not scan. */
  projectsWith(projectIds: readonly string[], kind: Identifier['kind']): Promise<ReadonlySet<string>>
  /** What these events were stored with, of one kind; those without any are left out. Must not scan. */
  identifiersOf(
    projectId: string,
    eventIds: readonly string[],
    kind: Identifier['kind'],
  ): Promise<ReadonlyMap<string, readonly string[]>>
  /** Writes over what the events say of themselves. Doing it again changes nothing; an event that is gone is passed over. */
  revise(revisions: readonly EventRevision[]): Promise<void>
  /**
   * Moves events with these fingerprints from one issue to the other, including events appended or revised later by
   * writers that do not know yet. Idempotent. Yields to other work in between.
   */
  move(move: IssueMove): Promise<void>
  /**
   * Zero-filled buckets of `bucketMs`, aligned to the epoch, covering the range. One series per key of `by`:
   * those in `keys`, else the most frequent (LIMITS.telemetry.series). Without `by` the only key is ''.
   */
  timeSeries(
    scope: Scope,
    options: {
      readonly measure: Measure
      readonly bucketMs: number
      readonly by?: Dimension
      readonly keys?: readonly string[]
    },
  ): Promise<ReadonlyMap<string, readonly number[]>>
  /**
   * The most frequent values, largest first, or with `order: 'latest'` those received last; each with the moment of
   * its latest receipt. `total` counts the events that have any value, whatever is measured.
   */
  breakdown(
    scope: Scope,
    options: {
      readonly by: Dimension
      readonly measure: Measure
      readonly limit: number
      readonly order?: 'count' | 'latest'
    },
  ): Promise<Breakdown>
  /** Breakdowns of one scope by several dimensions, in their order, each as `breakdown` answers it. Reads the events once. */
  breakdowns(scope: Scope, options: BreakdownsOptions): Promise<readonly Breakdown[]>
  /** The tag keys in use, most frequent first. */
  tagKeys(
    scope: Scope,
    limit: number,
  ): Promise<ReadonlyArray<{ readonly key: string; readonly count: number }>>
}

export const EVENT_METHODS = {
  known: 'read',
  get: 'read',
  page: 'read',
  following: 'read',
  neighbours: 'read',
  rank: 'read',
  find: 'read',
  projectsWith: 'read',
  identifiersOf: 'read',
  revise: 'write',
  move: 'write',
  timeSeries: 'read',
  breakdown: 'read',
  breakdowns: 'read',
  tagKeys: 'read',
} as const satisfies Methods<EventTelemetry>
