import { Drop } from '#domain/intake/outcome.ts'
import type { Outcome } from '#domain/intake/outcome.ts'
import type { Cut } from '#domain/events/stored-event.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import type { OtlpSpan, OtlpSpans } from '#protocol/otlp/traces.ts'
import { readOtlpItem } from '#digest/otlp-item.ts'
import type { RecordItem } from '#digest/record-items.ts'
import { boundTree } from '#digest/trim/bound-tree.ts'
import { readEnvironment, readRelease } from '#event/release.ts'
import { shorten } from '#event/shorten.ts'
import type { ItemContext } from '#digest/kinds/kind.ts'
import { currentAttributes } from './attributes.ts'
import { otlpOp } from './otlp-op.ts'
import { isOtlpSegment, segmentsOf } from './otlp-segments.ts'
import { attributeText, type SentSpan, type SentSpans } from './sent-span.ts'

/** An export request of OpenTelemetry: spans of any number of resources and scopes, in any order. */
export function readOtlp(item: RecordItem, { record }: ItemContext): Outcome<SentSpans> {
  const traces = readOtlpItem(item)
  if (traces instanceof Drop) return traces
  const { groups, survey, unreadable } = traces
  const sent = groups.flatMap((group) => group.spans)
  const segments = segmentsOf(sent)
  const spans: SentSpan[] = []
  let malformed = unreadable
  for (const group of groups) {
    const common = commonOf(group, sent.length)
    for (const span of group.spans) {
      if (span.startedAt === 0 || span.endedAt < span.startedAt) malformed++
      else spans.push(sentSpan(span, common, segments.get(span)))
    }
  }
  // Whoever sent it to an address of OpenTelemetry was told of these, and they were counted then.
  const isCounted = record.receipt.form !== 'envelope'
  return {
    spans,
    malformed: malformed + (isCounted ? 0 : survey.badIds),
    tooMany: isCounted ? 0 : survey.beyondLimit,
    breadcrumbs: 0,
  }
}

interface Common {
  readonly attributes: JsonObject
  readonly cuts: readonly Cut[]
}

/**
 * Every span has to carry what its resource says, so each gets its share of what one request may store of it. What
 * Hindcast itself reads of a resource is short, and has room in any case.
 */
function commonOf({ resource, scope }: OtlpSpans, spansOfRequest: number): Common {
  const { resourceBytes, resourceTotalBytes, attributeDepth } = LIMITS.spans
  const bytes = Math.min(resourceBytes, Math.floor(resourceTotalBytes / spansOfRequest))
  const cuts: Cut[] = []
  const bounded = boundTree(resource, { bytes, depth: attributeDepth }, 'resource', cuts) as JsonObject
  const attributes: JsonObject = {}
  for (const [key, value] of Object.entries(bounded)) attributes[`resource.${key}`] = value
  const said = (...keys: string[]) =>
    keys.map((key) => attributeText(resource, key)).find((value) => value !== undefined)
  set(attributes, 'instrumentation.name', shorten(scope.name, LIMITS.text.tagValue))
  set(attributes, 'instrumentation.version', shorten(scope.version, LIMITS.text.environment))
  set(attributes, 'service.name', shorten(said('service.name') ?? '', LIMITS.text.tagValue))
  set(attributes, 'sentry.release', readRelease(said('sentry.release', 'service.version')))
  set(
    attributes,
    'sentry.environment',
    readEnvironment(said('sentry.environment', 'deployment.environment.name', 'deployment.environment')),
  )
  return { attributes, cuts }
}

const STATUSES = ['unset', 'ok', 'error'] as const
const KINDS = ['', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'] as const

function sentSpan(span: OtlpSpan, common: Common, segmentId: string | undefined): SentSpan {
  const own = currentAttributes(span.attributes)
  const attributes: JsonObject = { ...common.attributes, ...own }
  attributes['sentry.op'] = otlpOp(span.kind, attributes)
  set(attributes, 'otel.kind', KINDS[span.kind])
  set(attributes, 'sentry.status.message', span.status.message)
  if (span.events.length > 0) attributes['otel.events'] = span.events as unknown as Json
  if (span.droppedAttributesCount > 0)
    attributes['otel.dropped_attributes_count'] = span.droppedAttributesCount
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    segmentId,
    isSegment: isOtlpSegment(span),
    name: span.name === '' ? undefined : span.name,
    status: STATUSES[span.status.code]!,
    start: span.startedAt,
    end: span.endedAt,
    attributes,
    links: span.links.slice(0, LIMITS.spans.links),
    cuts: common.cuts,
  }
}

function set(attributes: JsonObject, key: string, value: Json | undefined): void {
  if (value !== undefined && value !== null && value !== '') attributes[key] = value
}
