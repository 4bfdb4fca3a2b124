import { objectOr, text } from '#event/read.ts'
import type { JsonObject } from '#domain/json.ts'
import { currentAttributes, currentOp, measurementAttributes } from './attributes.ts'
import {
  attributeText,
  readEach,
  readLinks,
  readMoment,
  readSpanId,
  readStatus,
  readTraceId,
  type SentSpan,
  type SentSpans,
} from './sent-span.ts'

/** One span in an item of its own: how majors 8 to 10 send web vitals that come after their page load was sent. */
export function readLegacySpan(payload: JsonObject): SentSpans {
  return readEach([payload], readOne)
}

function readOne(sent: JsonObject): SentSpan | undefined {
  const traceId = readTraceId(sent['trace_id'])
  const spanId = readSpanId(sent['span_id'])
  const start = readMoment(sent['start_timestamp'])
  const end = readMoment(sent['timestamp'])
  if (traceId === undefined || spanId === undefined) return undefined
  if (start === undefined || end === undefined || end < start) return undefined
  const attributes = {
    ...spanAttributes(sent),
    ...measurementAttributes(sent['measurements']),
  }
  const pageload = readSpanId(attributeText(attributes, 'sentry.pageload.span_id'))
  // They call themselves segments because they travel alone; a visit is counted by its page load.
  const isSegment = sent['is_segment'] === true && !isVital(attributeText(attributes, 'sentry.op'))
  return {
    traceId,
    spanId,
    parentSpanId: readSpanId(sent['parent_span_id']) ?? pageload,
    segmentId: isSegment ? spanId : (pageload ?? otherThan(spanId, readSpanId(sent['segment_id']))),
    isSegment,
    name: text(sent['description']),
    status: readStatus(sent['status']),
    start,
    end,
    attributes,
    links: readLinks(sent['links']),
  }
}

function isVital(op: string | undefined): boolean {
  return op !== undefined && (op.startsWith('ui.webvital.') || op.startsWith('ui.interaction.'))
}

function otherThan(spanId: string, segmentId: string | undefined): string | undefined {
  return segmentId === spanId ? undefined : segmentId
}

/** What older spans say beside their data, as the attributes that it became. */
export function spanAttributes(sent: JsonObject): JsonObject {
  const data = currentAttributes({ ...objectOr(sent['tags']), ...objectOr(sent['data']) })
  const status = text(sent['status'])
  const origin = text(sent['origin'])
  return {
    ...data,
    'sentry.op': currentOp(text(sent['op']) ?? attributeText(data, 'sentry.op')),
    ...(origin !== undefined && { 'sentry.origin': origin }),
    ...(status !== undefined && status !== 'ok' && { 'sentry.status.message': status }),
  }
}
