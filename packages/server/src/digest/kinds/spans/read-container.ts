import { list } from '#event/read.ts'
import type { JsonObject } from '#domain/json.ts'
import { currentAttributes } from './attributes.ts'
import {
  attributeText,
  plainAttributes,
  readEach,
  readLinks,
  readMoment,
  readSpanId,
  readStatus,
  readTraceId,
  type SentSpan,
  type SentSpans,
} from './sent-span.ts'

/** Spans as they are streamed: in any order, of any number of segments. */
export function readContainer(payload: JsonObject): SentSpans {
  return readEach(list(payload['items']), readStreamed)
}

function readStreamed(sent: JsonObject): SentSpan | undefined {
  const traceId = readTraceId(sent['trace_id'])
  const spanId = readSpanId(sent['span_id'])
  const start = readMoment(sent['start_timestamp'])
  const end = readMoment(sent['end_timestamp'])
  if (traceId === undefined || spanId === undefined) return undefined
  if (start === undefined || end === undefined || end < start) return undefined
  const attributes = currentAttributes(plainAttributes(sent['attributes']))
  const isSegment = sent['is_segment'] === true
  return {
    traceId,
    spanId,
    parentSpanId: readSpanId(sent['parent_span_id']),
    segmentId: isSegment ? spanId : readSpanId(attributeText(attributes, 'sentry.segment.id')),
    isSegment,
    name: attributeText(sent, 'name'),
    status: readStatus(sent['status']),
    start,
    end,
    attributes,
    links: readLinks(sent['links']),
  }
}
