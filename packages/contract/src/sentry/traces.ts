import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { TraceId } from '../traces/traces.ts'
import { AnyObject } from '../values.ts'

const tag = 'sentry'
const access = 'event:read'
const params = { trace: TraceId }

export const SentryTraceMeta = v.object({
  logs: v.literal(0),
  errors: v.number(),
  performance_issues: v.literal(0),
  span_count: v.number(),
  transaction_child_count_map: v.array(v.never()),
  span_count_map: v.pipe(
    v.record(v.string(), v.number()),
    v.description('Spans by operation, as far as shown.'),
  ),
})

export const sentryGetTraceMeta = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/trace-meta/:trace/',
  params,
  response: SentryTraceMeta,
  summary: 'Count spans and errors of a trace; zero where none are stored',
  access,
  tag,
})

export const sentryGetTrace = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/trace/:trace/',
  params,
  response: v.pipe(
    v.array(AnyObject),
    v.description('Spans with those below them in `children`, and errors that belong to none of them.'),
  ),
  summary: 'Get a trace as a tree of its first 1,000 spans; empty where none are stored',
  access,
  tag,
})
