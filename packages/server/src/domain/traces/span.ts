import type { JsonObject } from '#domain/json.ts'
import type { Cut, Scrubbed } from '#domain/events/stored-event.ts'

/** `unset` where the sender said nothing. What it said beyond that is the attribute `sentry.status.message`. */
export type SpanStatus = 'ok' | 'error' | 'unset'

/** What places a span in its trace; enough to draw it. */
export interface SpanOutline {
  readonly projectId: string
  /** 32 lower-case hex digits. */
  readonly traceId: string
  /** 16 lower-case hex digits. */
  readonly spanId: string
  readonly parentSpanId: string | undefined
  /** The root of one service's part of the trace that the span belongs to; a segment names itself. */
  readonly segmentId: string | undefined
  readonly isSegment: boolean
  /** Epoch milliseconds, to the microsecond. */
  readonly startedAt: number
  /** Milliseconds, to the microsecond, never negative. */
  readonly duration: number
  /** `http.client`, `db`, `ui.webvital.lcp`, …; `default` where none was sent. */
  readonly op: string
  /** What a person would call it: vague names are completed from the attributes. */
  readonly name: string
  readonly status: SpanStatus
  /** Left out where it says none, and in what was stored by earlier versions. */
  readonly vitals?: Vitals
}

/** How the browser rates a visit, in milliseconds; CLS has no unit. */
export interface Vitals {
  readonly lcp?: number
  readonly inp?: number
  readonly cls?: number
  readonly fcp?: number
  readonly ttfb?: number
}

/** A span that belongs to this one without being its child. */
export interface SpanLink {
  readonly traceId: string
  readonly spanId: string
  readonly attributes: JsonObject
}

/** What is read about one span when somebody opens it. */
export interface SpanDetails {
  readonly attributes: JsonObject
  readonly links: readonly SpanLink[]
  readonly cuts: readonly Cut[]
  readonly scrubbed: readonly Scrubbed[]
}
