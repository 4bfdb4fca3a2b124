import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Cut, Scrubbed } from '../events/event-view.ts'
import { AnyObject, Level, Limit, ProjectRef, Timestamp } from '../values.ts'

export const TraceId = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{32}$/, 'must be 32 lower-case hex digits'),
  v.description('32 lower-case hex digits.'),
)

export const SpanId = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{16}$/, 'must be 16 lower-case hex digits'),
  v.description('16 lower-case hex digits.'),
)

/** The statuses of a span, by the number that stands for them in a trace. */
export const SPAN_STATUSES = ['unset', 'ok', 'error'] as const

const numbers = (text: string) => v.pipe(v.array(v.number()), v.description(text))
const texts = (text: string) => v.pipe(v.array(v.string()), v.description(text))
const text = v.nullable(v.string())

/**
 * One array per property instead of one object per span: fifty thousand of them are then a tenth of the size, and
 * quickly read.
 */
export const TraceSpans = v.pipe(
  v.object({
    id: texts('Span ids, by start. One id can occur twice, in different projects.'),
    parent: numbers('Positions of the spans that they are drawn under; -1 at the top. Never a circle.'),
    project: numbers('Positions in `projects`.'),
    op: numbers('Positions in `ops`.'),
    name: numbers('Positions in `names`.'),
    start: numbers('Milliseconds since `startedAt`, to the microsecond, by the clock of the sender.'),
    duration: numbers('Milliseconds, to the microsecond.'),
    status: numbers('0: not set, 1: ok, 2: error.'),
  }),
  v.description('Arrays of the same length: what is at one position belongs to one span.'),
)
export type TraceSpans = v.InferOutput<typeof TraceSpans>

export const TraceError = v.object({
  eventId: v.string(),
  issueId: v.string(),
  shortId: v.pipe(text, v.description('Null where the issue is gone.')),
  project: v.pipe(v.string(), v.description('Slug of the project.')),
  title: v.string(),
  level: Level,
  spanId: v.pipe(text, v.description('The span in which it happened, where the event says so.')),
  occurredAt: Timestamp,
})
export type TraceError = v.InferOutput<typeof TraceError>

export const Trace = v.object({
  traceId: v.string(),
  startedAt: v.pipe(v.number(), v.description('When the first span started, in epoch milliseconds.')),
  duration: v.pipe(v.number(), v.description('From the start of the first span to the end of the last.')),
  stored: v.pipe(v.number(), v.description('Spans that are stored; what was sent twice counts twice.')),
  cut: v.pipe(v.boolean(), v.description('Whether later spans are left out because there are too many.')),
  projects: v.array(v.object({ slug: v.string(), name: v.string() })),
  ops: v.array(v.string()),
  names: v.array(v.string()),
  spans: TraceSpans,
  segments: numbers('Positions of the spans with which a service starts its part of the trace.'),
  vitals: v.pipe(
    v.array(
      v.object({
        span: v.number(),
        lcp: v.optional(v.number()),
        inp: v.optional(v.number()),
        cls: v.optional(v.number()),
        fcp: v.optional(v.number()),
        ttfb: v.optional(v.number()),
      }),
    ),
    v.description('Web vitals of the spans that say any, in milliseconds; CLS has no unit.'),
  ),
  orphans: v.pipe(
    v.array(v.object({ span: v.number(), parentId: v.string() })),
    v.description('Spans whose parent is not stored, drawn under their segment or at the top.'),
  ),
  errors: v.pipe(v.array(TraceError), v.description('Errors of the trace, the latest first.')),
  moreErrors: v.pipe(v.boolean(), v.description('Whether there are more errors than listed.')),
})
export type Trace = v.InferOutput<typeof Trace>

export const SpanDetails = v.object({
  attributes: v.pipe(AnyObject, v.description('As they were sent, without secrets.')),
  links: v.pipe(
    v.array(v.object({ traceId: v.string(), spanId: v.string(), attributes: AnyObject })),
    v.description('Spans that it belongs to without being their child.'),
  ),
  cuts: v.array(Cut),
  scrubbed: v.array(Scrubbed),
})
export type SpanDetails = v.InferOutput<typeof SpanDetails>

const vital = v.nullable(v.number())

export const Segment = v.object({
  traceId: v.string(),
  spanId: v.string(),
  op: v.string(),
  name: v.string(),
  status: v.picklist(SPAN_STATUSES),
  startedAt: Timestamp,
  receivedAt: Timestamp,
  duration: v.pipe(v.number(), v.description('Milliseconds.')),
  route: text,
  path: text,
  release: text,
  environment: text,
  vitals: v.object({ lcp: vital, inp: vital, cls: vital, fcp: vital, ttfb: vital }),
})
export type Segment = v.InferOutput<typeof Segment>

export const TracePeriod = v.picklist(['1h', '24h', '7d', '30d'])
export type TracePeriod = v.InferOutput<typeof TracePeriod>

const filter = v.optional(v.pipe(v.string(), v.maxLength(400)))

export const getTrace = endpoint({
  method: 'GET',
  path: '/api/v1/traces/:trace',
  params: { trace: TraceId },
  response: Trace,
  summary: 'The spans and errors of a trace in all projects that the caller may see',
  access: 'event:read',
  tag: 'traces',
})

export const findTraces = endpoint({
  method: 'GET',
  path: '/api/v1/traces',
  query: v.object({ trace: TraceId }),
  response: v.object({ traces: v.array(v.object({ traceId: v.string(), stored: v.number() })) }),
  summary: 'Whether spans of a trace are stored; an empty list where none are',
  access: 'event:read',
  tag: 'traces',
})

export const getSpan = endpoint({
  method: 'GET',
  path: '/api/v1/traces/:trace/spans/:span',
  params: { trace: TraceId, span: SpanId },
  query: v.object({ project: ProjectRef }),
  response: SpanDetails,
  summary: 'Attributes and links of one span',
  access: 'event:read',
  tag: 'traces',
})

export const listTraces = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/traces',
  params: { project: ProjectRef },
  query: v.object({
    sort: v.optional(v.picklist(['latest', 'slowest']), 'latest'),
    period: v.optional(TracePeriod, '24h'),
    op: filter,
    route: filter,
    release: filter,
    environment: filter,
    limit: Limit,
  }),
  response: v.object({
    segments: v.array(Segment),
    more: v.pipe(v.boolean(), v.description('Whether there are more than `limit`.')),
  }),
  rows: 'segments',
  summary: 'The latest or slowest segments of a project, each with its trace',
  access: 'event:read',
  tag: 'traces',
})
