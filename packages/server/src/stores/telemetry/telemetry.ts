import type { StoredKind } from '#domain/intake/stored-kind.ts'
import type { TimeRange } from '#domain/time-range.ts'

import { EVENT_SEARCH_METHODS, type EventSearch } from './event-search.ts'
import { EVENT_METHODS, type EventRows, type EventTelemetry } from './events.ts'
import { FEEDBACK_METHODS, type FeedbackRows, type FeedbackTelemetry } from './feedback.ts'
import type { Methods } from './methods.ts'
import { NAVIGATION_METHODS, type NavigationTelemetry } from './navigations.ts'
import { ROUTE_METHODS, type RouteTelemetry } from './routes.ts'
import { RAW_ITEM_METHODS, type RawItemRows, type RawItemTelemetry } from './raw-items.ts'
import { SESSION_METHODS, type SessionRows, type SessionTelemetry } from './sessions.ts'
import { SPAN_SEARCH_METHODS, type SpanSearch } from './span-search.ts'
import { SPAN_METHODS, type SpanRows, type SpanTelemetry } from './spans.ts'
import { THRESHOLD_METHODS, type ThresholdTelemetry } from './thresholds.ts'

// Callers query events through the telemetry port, without knowing the port of each kind.
export type * from './event-scope.ts'
export type * from './events.ts'
export type * from './raw-items.ts'

/** Rows by kind. */
export interface TelemetryRows extends EventRows, RawItemRows, SessionRows, SpanRows, FeedbackRows {}

export const NO_ROWS: TelemetryRows = { events: [], raw: [] }

export interface TelemetryBatch extends TelemetryRows {
  readonly spoolId: string
  /** The batch holds everything of the spool in [from, to). */
  readonly from: number
  readonly to: number
}

export type KindCounts = Readonly<Record<StoredKind, number>>
export type KindMoments = Readonly<Record<StoredKind, number>>

/** A port per kind, and what all kinds have in common: they are written together, expire and are counted. */
export interface TelemetryStore
  extends
    EventTelemetry,
    EventSearch,
    ThresholdTelemetry,
    SessionTelemetry,
    SpanTelemetry,
    SpanSearch,
    RouteTelemetry,
    NavigationTelemetry,
    FeedbackTelemetry,
    RawItemTelemetry,
    WholeTelemetry {}

interface WholeTelemetry {
  /**
   * Exactly once: what lies below the stored position of this spool is skipped, and the rest is stored together with
   * the new position, in one transaction or as if it were one: what is left of a batch that broke off does not stay.
   * Batches of one spool come in order, but after a crash their borders may differ from the first time.
   */
  append(batch: TelemetryBatch): Promise<void>
  /** The position up to which this spool is stored, 0 at first. */
  watermark(spoolId: string): Promise<number>
  /** Deletes what was received before the moment, of all kinds or of these; answers how much went. */
  expire(projectId: string, before: number, kinds?: readonly StoredKind[]): Promise<KindCounts>
  /**
   * Drops of each kind what was received before the moment, whichever project it is of, where the engine keeps it apart
   * from everything younger; the rest is left for `expire`. Answers how much went.
   */
  dropBefore(moments: KindMoments): Promise<KindCounts>
  /**
   * Writes again what was received before the moment so that it takes less space, a part at a time; answers whether there may be more.
   * Nothing else can be told from it.
   */
  compact(until: number): Promise<boolean>
  /** How much there is of each kind that was received in the range. */
  received(projectId: string, range: TimeRange): Promise<KindCounts>
  /** For the doctor and the metrics. */
  stats(): Promise<{ readonly stored: KindCounts; readonly bytes: number }>
  /**
   * Copies everything into a folder that exists, where it can be opened like the original. What is written waits from
   * the beginning of the copy until `resume`: other stores can be copied as they were at the same moment.
   */
  copyTo(dir: string): Promise<void>
  resume(): Promise<void>
  close(): Promise<void>
}

export const METHODS: Methods<TelemetryStore> = {
  ...EVENT_METHODS,
  ...EVENT_SEARCH_METHODS,
  ...THRESHOLD_METHODS,
  ...SESSION_METHODS,
  ...SPAN_METHODS,
  ...SPAN_SEARCH_METHODS,
  ...ROUTE_METHODS,
  ...NAVIGATION_METHODS,
  ...FEEDBACK_METHODS,
  ...RAW_ITEM_METHODS,
  append: 'write',
  watermark: 'read',
  expire: 'write',
  dropBefore: 'write',
  compact: 'write',
  received: 'read',
  stats: 'read',
  copyTo: 'write',
  resume: 'write',
  close: 'write',
}
