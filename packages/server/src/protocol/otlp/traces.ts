import type { Json } from '#domain/json.ts'
import type { OtlpSurvey } from './survey.ts'

export type OtlpAttributes = Readonly<Record<string, Json>>

/** What an export request says, the same from either encoding. */
export interface OtlpTraces {
  readonly groups: readonly OtlpSpans[]
  /** What the intake says of it too; spans that it rejected are in no group. */
  readonly survey: OtlpSurvey
  /** Spans whose own bytes are broken; only protobuf can have them. The intake does not look that deep. */
  readonly unreadable: number
}

/** Spans of one instrumentation scope of one resource. Groups share the resource: it is not copied for each. */
export interface OtlpSpans {
  readonly resource: OtlpAttributes
  readonly scope: OtlpScope
  readonly spans: readonly OtlpSpan[]
}

export interface OtlpScope {
  readonly name: string
  readonly version: string
}

export interface OtlpSpan {
  /** 32 lower-case hex digits, not all zero. */
  readonly traceId: string
  /** 16 lower-case hex digits, not all zero. */
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  /** 0 unspecified, 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number
  /** Epoch milliseconds, to the microsecond; 0 where none was sent. */
  readonly startedAt: number
  readonly endedAt: number
  readonly attributes: OtlpAttributes
  readonly droppedAttributesCount: number
  readonly status: OtlpStatus
  readonly events: readonly OtlpEvent[]
  readonly links: readonly OtlpLink[]
  readonly traceState: string
  readonly flags: number
}

export interface OtlpStatus {
  /** 0 unset, 1 ok, 2 error. */
  readonly code: number
  readonly message: string
}

export interface OtlpEvent {
  readonly name: string
  /** Epoch milliseconds, to the microsecond. */
  readonly at: number
  readonly attributes: OtlpAttributes
}

export interface OtlpLink {
  readonly traceId: string
  readonly spanId: string
  readonly attributes: OtlpAttributes
}
