import type { JsonObject } from '#domain/json.ts'
import type { Renames } from '#domain/routes/renames.ts'
import type { NavigationFacts } from '#domain/traces/navigation.ts'
import type { SpanDetails, SpanOutline, Vitals } from '#domain/traces/span.ts'

import type { Methods } from './methods.ts'

/** A span as it is written, with ids as `SpanOutline` describes them: the outline that draws it, the columns that routes and vitals are summed up by, the details. */
export interface SpanRow extends SpanOutline {
  /** The position of the record that it came in. */
  readonly seq: number
  readonly receivedAt: number
  /** The name of its segment as the sender gave it, if it did. */
  readonly segmentName: string | undefined
  /** The pattern of the page or endpoint, e.g. `/users/:id`; undefined where nobody knows it. */
  readonly route: string | undefined
  /** The pattern that the SDK sent, if it did, and whether a server says that it took it; by these it can be named again. */
  readonly sentRoute?: string | undefined
  /** Undefined in rows that have no route and in those of earlier versions. */
  readonly sentByServer?: boolean | undefined
  /** Of the address that was asked for, without query; of pages, requests and server spans. */
  readonly path: string | undefined
  readonly release: string | undefined
  readonly environment: string | undefined
  /** What tells users apart, as for events. */
  readonly user: string | undefined
  readonly browser: string | undefined
  readonly os: string | undefined
  readonly device: string | undefined
  /** The share of traces that the sender keeps, in (0, 1]; undefined where it did not say. */
  readonly sampleRate: number | undefined
  readonly vitals: Vitals
  /** What it says about navigations between pages; kept beside the spans, to be summed up. */
  readonly navigation?: NavigationFacts | undefined
  readonly details: SpanDetails | EncodedDetails
}

/** Details as the text that is stored, for who would otherwise copy them from thread to thread field by field. */
export interface EncodedDetails {
  /** What `JSON.stringify` makes of them. */
  readonly json: string
}

export interface SpanRows {
  readonly spans?: readonly SpanRow[]
}

export interface Trace {
  /** By start, then by id. A span that was sent twice is there once, as it came last. */
  readonly spans: readonly SpanOutline[]
  /** How many spans are stored, counting what was sent twice twice; more than `spans` where the limit cut some off. */
  readonly stored: number
}

/** Segments are what one asks for when one looks for traces. */
export interface SegmentScope {
  readonly projectId: string
  /** By time of receipt. */
  readonly range: { readonly from: number; readonly to: number }
  readonly route?: string
  readonly op?: string
  readonly release?: string
  readonly environment?: string
  /** As in `RouteScope`. */
  readonly renames?: Renames
}

export interface SegmentSummary extends SpanOutline {
  readonly receivedAt: number
  readonly route: string | undefined
  readonly path: string | undefined
  readonly release: string | undefined
  readonly environment: string | undefined
  readonly vitals: Vitals
}

export interface SpanId {
  readonly traceId: string
  readonly spanId: string
}

/** A span beside others of its trace. */
export interface SpanBeside extends SpanId {
  readonly op: string
  readonly name: string
  readonly startedAt: number
  readonly duration: number
}

export interface SpanTelemetry {
  /** The spans of these projects that belong to the trace, at most `limit` of them. Must not scan. */
  trace(projectIds: readonly string[], traceId: string, options: { readonly limit: number }): Promise<Trace>
  /** Must not scan. */
  spanDetails(projectId: string, traceId: string, spanId: string): Promise<SpanDetails | undefined>
  /** Of each of these spans the attributes of these names; undefined where the span is not found. Must not scan. */
  spanAttributes(
    projectId: string,
    spans: readonly SpanId[],
    names: readonly string[],
  ): Promise<ReadonlyArray<JsonObject | undefined>>
  /** Spans of these traces whose op starts like this, the longest first. */
  spansOfTraces(
    scope: Pick<SegmentScope, 'projectId' | 'range'>,
    options: {
      readonly traceIds: readonly string[]
      readonly op: string
      /** Only spans of these names. */
      readonly names?: readonly string[]
      readonly limit: number
    },
  ): Promise<readonly SpanBeside[]>
  /** Segments, the latest or the slowest first. */
  segments(
    scope: SegmentScope,
    options: { readonly order: 'latest' | 'slowest'; readonly limit: number },
  ): Promise<readonly SegmentSummary[]>
}

export const SPAN_METHODS = {
  trace: 'read',
  spanDetails: 'read',
  spanAttributes: 'read',
  spansOfTraces: 'read',
  segments: 'read',
} as const satisfies Methods<SpanTelemetry>
