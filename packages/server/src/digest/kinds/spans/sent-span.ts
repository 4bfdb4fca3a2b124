import { readTime } from '#event/clock.ts'
import { list, objectOr, scalarText, text } from '#event/read.ts'
import type { Cut } from '#domain/events/stored-event.ts'
import { isObject } from '#domain/json.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import type { SpanLink, SpanStatus } from '#domain/traces/span.ts'

/** A span in any of its forms on the wire, with the attribute names of today's SDKs. Nothing is trimmed or scrubbed yet. */
export interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly segmentId: string | undefined
  readonly isSegment: boolean
  readonly name: string | undefined
  readonly status: SpanStatus
  /** Epoch milliseconds by the sender's clock, to the microsecond. */
  readonly start: number
  readonly end: number
  /** `sentry.op`, `sentry.release` and what else SDKs say about a span, as plain values. */
  readonly attributes: JsonObject
  readonly links: readonly SpanLink[]
  /** Of what it has from elsewhere and what was cut there. */
  readonly cuts?: readonly Cut[]
}

/** What a payload has in it. Spans that cannot be read are counted, and cost no other. */
export interface SentSpans {
  readonly spans: readonly SentSpan[]
  readonly malformed: number
  /** Beyond what one item may hold. */
  readonly tooMany: number
  /** Left out of a transaction because spans have no place for them. */
  readonly breadcrumbs: number
}

/** A trace id may come with the dashes of a UUID. All zeros stand for no id. */
export function readTraceId(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? hexId(value.replaceAll('-', ''), 32) : undefined
}

export function readSpanId(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? hexId(value, 16) : undefined
}

function hexId(value: string, length: number): string | undefined {
  if (value.length !== length || !/^[0-9a-f]+$/i.test(value) || /^0+$/.test(value)) return undefined
  return value.toLowerCase()
}

/** Seconds with decimals, as SDKs send them, or any other form of a moment to the millisecond. */
export function readMoment(value: Json | undefined): number | undefined {
  const moment = readTime(value)
  if (typeof value !== 'number' || moment === undefined) return moment
  const exact = Math.round(value * 1e6) / 1e3
  return Math.abs(exact - moment) <= 1 ? exact : moment
}

/** `cancelled` and `unknown` say that nobody knows of a failure. */
const NOT_FAILED = new Set(['ok', 'cancelled', 'unknown'])

export function readStatus(value: Json | undefined): SpanStatus {
  const status = text(value)
  if (status === undefined) return 'unset'
  return NOT_FAILED.has(status) ? 'ok' : 'error'
}

/**
 * An attribute is a value with its type in the containers, and a plain value everywhere else. Changes the object that was
 * sent, which nobody else reads: one that is built name by name becomes a hash table, and reading a span takes a tenth longer.
 */
export function plainAttributes(sent: Json | undefined): JsonObject {
  const attributes = objectOr(sent)
  let isComplete = true
  for (const key in attributes) {
    const entry = attributes[key]
    const value = isObject(entry) && 'value' in entry ? (entry['value'] ?? null) : (entry ?? null)
    if (value === null) isComplete = false
    if (value !== entry) attributes[key] = value
  }
  return isComplete ? attributes : withoutNulls(attributes)
}

const withoutNulls = (attributes: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null))

export function readLinks(sent: Json | undefined): readonly SpanLink[] {
  const links: SpanLink[] = []
  for (const entry of list(sent).slice(0, LIMITS.spans.links)) {
    const link = objectOr(entry)
    const traceId = readTraceId(link['trace_id'])
    const spanId = readSpanId(link['span_id'])
    if (traceId !== undefined && spanId !== undefined)
      links.push({ traceId, spanId, attributes: plainAttributes(link['attributes']) })
  }
  return links
}

export function attributeText(attributes: JsonObject, key: string): string | undefined {
  return scalarText(attributes[key])
}

/** Reads every span of a list that the item may hold. */
export function readEach(sent: readonly Json[], read: (span: JsonObject) => SentSpan | undefined): SentSpans {
  const spans: SentSpan[] = []
  let malformed = 0
  for (const entry of sent.slice(0, LIMITS.spans.perItem)) {
    const span = isObject(entry) ? read(entry) : undefined
    if (span === undefined) malformed++
    else spans.push(span)
  }
  return { spans, malformed, tooMany: Math.max(0, sent.length - LIMITS.spans.perItem), breadcrumbs: 0 }
}
