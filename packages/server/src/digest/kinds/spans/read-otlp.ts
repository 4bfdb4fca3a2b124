import { Drop } from '#domain/intake/outcome.ts'
import type { Outcome } from '#domain/intake/outcome.ts'
import type { Cut } from '#domain/events/stored-event.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import type { OtlpSpan, OtlpSpans } from '#protocol/otlp/traces.ts'
import { readOtlpItem } from '#digest/otlp-item.ts'
import type { RecordItem } from '#digest/record-items.ts'
import { boundTree } from '#digest/trim/bound-tree.ts'
import type { ItemContext } from '#digest/kinds/kind.ts'
import { currentAttributes } from './attributes.ts'
import { otlpOp } from './otlp-op.ts'
import { isOtlpSegment, segmentsOf } from './otlp-segments.ts'
import type { SentSpan, SentSpans } from './sent-span.ts'

/** An export request of OpenTelemetry: spans of any number of resources and scopes, in any order. */
export function readOtlp(item: RecordItem, { record }: ItemContext): Outcome<SentSpans> {
  const traces = readOtlpItem(item)
  if (traces instanceof Drop) return traces
  const { groups, survey, unreadable } = traces
  const segments = segmentsOf(groups.flatMap(({ spans }) => spans))
  const spans: SentSpan[] = []
  let malformed = unreadable
  for (const group of groups) {
    const common = commonOf(group)
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

const RESOURCE = { bytes: LIMITS.spans.resourceBytes, depth: LIMITS.spans.attributeDepth }

/** Bounded once for all: ten thousand spans would each have to carry what one resource says. */
function commonOf({ resource, scope }: OtlpSpans): Common {
  const cuts: Cut[] = []
  const bounded = boundTree(resource, RESOURCE, 'resource', cuts) as JsonObject
  const attributes: JsonObject = {}
  for (const [key, value] of Object.entries(bounded)) attributes[`resource.${key}`] = value
  set(attributes, 'instrumentation.name', scope.name.slice(0, LIMITS.text.tagValue))
  set(attributes, 'instrumentation.version', scope.version.slice(0, LIMITS.text.tagValue))
  set(attributes, 'service.name', bounded['service.name'])
  set(attributes, 'sentry.release', bounded['sentry.release'] ?? bounded['service.version'])
  set(
    attributes,
    'sentry.environment',
    bounded['sentry.environment'] ??
      bounded['deployment.environment.name'] ??
      bounded['deployment.environment'],
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
