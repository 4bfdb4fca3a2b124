import { isObject, type Json, type JsonObject } from '#domain/json.ts'
import type { OtlpAttributes, OtlpSpan, OtlpSpans } from './traces.ts'

/** Spans as an export request in JSON, which `readOtlpJson` reads as the same spans. */
export function encodeOtlpJson(groups: readonly OtlpSpans[]): JsonObject {
  return {
    resourceSpans: groups.map(({ resource, scope, spans }) => ({
      resource: { attributes: keyValues(resource) },
      scopeSpans: [{ scope: { name: scope.name, version: scope.version }, spans: spans.map(spanOf) }],
    })),
  }
}

function spanOf(span: OtlpSpan): JsonObject {
  const { traceId, spanId, name, kind, traceState, flags, droppedAttributesCount } = span
  return {
    traceId,
    spanId,
    parentSpanId: span.parentSpanId ?? '',
    name,
    kind,
    startTimeUnixNano: nanosecondsOf(span.startedAt),
    endTimeUnixNano: nanosecondsOf(span.endedAt),
    attributes: keyValues(span.attributes),
    droppedAttributesCount,
    status: { code: span.status.code, message: span.status.message },
    events: span.events.map((event) => ({
      name: event.name,
      timeUnixNano: nanosecondsOf(event.at),
      attributes: keyValues(event.attributes),
    })),
    links: span.links.map((link) => ({
      traceId: link.traceId,
      spanId: link.spanId,
      attributes: keyValues(link.attributes),
    })),
    traceState,
    flags,
  }
}

function keyValues(attributes: OtlpAttributes): JsonObject[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }))
}

function anyValue(value: Json | undefined): JsonObject {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } }
  return isObject(value) ? { kvlistValue: { values: keyValues(value as OtlpAttributes) } } : {}
}

/** Times are exact to the microsecond, and so is this until 2248. A product by 1000 would be rounded once more. */
function nanosecondsOf(milliseconds: number): string {
  return `${BigInt(milliseconds.toFixed(3).replace('.', ''))}000`
}
