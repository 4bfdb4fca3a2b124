import { list, objectOr, pairs, scalarText, text, values } from '#event/read.ts'
import { Drop } from '#domain/intake/outcome.ts'
import type { Outcome } from '#domain/intake/outcome.ts'
import { isObject } from '#domain/json.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { currentAttributes, measurementAttributes } from './attributes.ts'
import { spanAttributes } from './read-legacy-span.ts'
import {
  readEach,
  readLinks,
  readMoment,
  readSpanId,
  readStatus,
  readTraceId,
  type SentSpan,
  type SentSpans,
} from './sent-span.ts'

/** A segment with all of its spans in one event: how SDKs up to 10 trace, and 11 in static mode. */
export function readTransaction(payload: JsonObject): Outcome<SentSpans> {
  const trace = objectOr(objectOr(payload['contexts'])['trace'])
  const traceId = readTraceId(trace['trace_id'])
  const spanId = readSpanId(trace['span_id'])
  const start = readMoment(payload['start_timestamp'])
  const end = readMoment(payload['timestamp'])
  if (traceId === undefined || spanId === undefined)
    return new Drop('malformed', 'the transaction has no trace id or span id')
  if (start === undefined || end === undefined || end < start)
    return new Drop('malformed', 'the transaction has no start and end, or ends before it starts')
  const segment: SentSpan = {
    traceId,
    spanId,
    parentSpanId: readSpanId(trace['parent_span_id']),
    segmentId: spanId,
    isSegment: true,
    name: text(payload['transaction']),
    status: readStatus(trace['status']),
    start,
    end,
    attributes: segmentAttributes(payload, trace),
    links: readLinks(trace['links']),
  }
  const children = readEach(list(payload['spans']), (span) => readChild(span, segment))
  const breadcrumbs = values(payload['breadcrumbs']).length
  return { ...children, spans: [segment, ...children.spans], breadcrumbs }
}

/** A span that was not finished ends with its transaction. */
function readChild(sent: JsonObject, segment: SentSpan): SentSpan | undefined {
  const spanId = readSpanId(sent['span_id'])
  const start = readMoment(sent['start_timestamp'])
  const end = readMoment(sent['timestamp']) ?? segment.end
  if (spanId === undefined || start === undefined || end < start) return undefined
  return {
    traceId: readTraceId(sent['trace_id']) ?? segment.traceId,
    spanId,
    parentSpanId: readSpanId(sent['parent_span_id']) ?? segment.spanId,
    segmentId: segment.spanId,
    isSegment: false,
    name: text(sent['description']),
    status: readStatus(sent['status']),
    start,
    end,
    attributes: { ...spanAttributes(sent), ...measurementAttributes(sent['measurements']) },
    links: readLinks(sent['links']),
  }
}

/** What the event around the spans says, under the names that streamed segments say it by. */
function segmentAttributes(payload: JsonObject, trace: JsonObject): JsonObject {
  const attributes: JsonObject = {
    ...Object.fromEntries(pairs(payload['tags'])),
    ...spanAttributes(trace),
    ...measurementAttributes(payload['measurements']),
    ...requestAttributes(objectOr(payload['request'])),
    ...contextAttributes(objectOr(payload['contexts'])),
  }
  const sdk = objectOr(payload['sdk'])
  const user = objectOr(payload['user'])
  setMissing(attributes, {
    'sentry.segment.name.source': objectOr(payload['transaction_info'])['source'],
    'sentry.event_id': payload['event_id'],
    'sentry.release': payload['release'],
    'sentry.environment': payload['environment'],
    'sentry.dist': payload['dist'],
    'sentry.sdk.name': sdk['name'],
    'sentry.sdk.version': sdk['version'],
    'sentry.platform': payload['platform'],
    'server.name': payload['server_name'],
    'user.id': user['id'],
    'user.email': user['email'],
    'user.name': user['username'] ?? user['name'],
    'user.ip_address': user['ip_address'],
  })
  for (const [key, value] of Object.entries(objectOr(payload['extra'])))
    setMissing(attributes, { [`extra.${key}`]: value })
  return attributes
}

function setMissing(attributes: JsonObject, further: Readonly<Record<string, Json | undefined>>): void {
  for (const [key, value] of Object.entries(further)) {
    if (value !== undefined && value !== null && value !== '' && !Object.hasOwn(attributes, key))
      attributes[key] = value
  }
}

function requestAttributes(request: JsonObject): JsonObject {
  const attributes: JsonObject = {}
  const url = text(request['url'])
  const method = text(request['method'])
  if (url !== undefined) attributes['url.full'] = url
  if (method !== undefined) attributes['http.request.method'] = method
  for (const [name, value] of pairs(request['headers'])) {
    const header = name.toLowerCase()
    attributes[header === 'user-agent' ? 'user_agent.original' : `http.request.header.${header}`] = value
  }
  return currentAttributes(attributes)
}

/** Names and versions of what it ran on; `trace` is the span itself. */
function contextAttributes(contexts: JsonObject): JsonObject {
  const attributes: JsonObject = {}
  for (const [name, context] of Object.entries(contexts)) {
    if (name === 'trace' || !isObject(context)) continue
    for (const [key, value] of Object.entries(context)) {
      const shown = scalarText(value)
      if (shown !== undefined && key !== 'type') attributes[`${name}.${key}`] = value as Json
    }
  }
  return attributes
}
