import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Environment, listQuery, Period, ProjectNames, Search, Window } from './lists.ts'
import { SentryPageQuery } from './values.ts'

const tag = 'sentry'
const access = 'event:read'

const Dataset = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(40),
    v.description(
      '`errors`, or `spans`, the first 100 in the order asked for: found by words in their name, and by `span.op`, `span.description`, `span.duration`, `span.status`, `is_transaction`, `trace`, `transaction`, `transaction.op`, `transaction.duration`, `release`, `environment`, `project`, `user`, `browser.name`, `os.name`, `device` and `measurements.lcp`, `inp`, `cls`, `fcp` and `ttfb`; other attributes are refused. Of `logs`, `ourlogs`, `tracemetrics`, `profiles` and `profile_functions` there is nothing.',
    ),
  ),
  'errors',
)

const Field = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(200),
    v.description(
      'A column, the key of a tag, or one of `count()`, `count_unique(…)`, `last_seen()` and `latest_event()`; can be repeated. Of spans also `epm()`, `failure_rate()`, and `avg`, `sum`, `min`, `max`, `p50`, `p75`, `p90`, `p95`, `p99` and `p100` of durations and measurements, as they are stored: nothing is extrapolated.',
    ),
  ),
)

const asked = {
  dataset: Dataset,
  field: Field,
  query: v.optional(Search, ''),
  project: ProjectNames,
  environment: Environment,
  statsPeriod: Period,
  ...Window,
}

const ORDER =
  'A field, with `-` for the largest first. Events are listed newest first (`-timestamp`) only, spans by `timestamp` or `span.duration`; rows of functions by any of their fields.'

const Cell = v.union([v.string(), v.number(), v.null()])

export const SentryRows = v.object({
  data: v.array(v.record(v.string(), Cell)),
  meta: v.object({ fields: v.record(v.string(), v.string()) }),
})

export const sentryExploreEvents = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/events/',
  query: listQuery({
    ...SentryPageQuery.entries,
    ...asked,
    sort: v.optional(v.pipe(v.string(), v.maxLength(200), v.description(ORDER)), ''),
    referrer: v.optional(v.pipe(v.string(), v.description('Ignored.'))),
    allowAggregateConditions: v.optional(v.pipe(v.string(), v.description('Ignored.'))),
    useRpc: v.optional(v.pipe(v.string(), v.description('Ignored.'))),
    sampling: v.optional(v.pipe(v.string(), v.description('Ignored: nothing is estimated.'))),
  }),
  response: SentryRows,
  summary: 'Search events of an organization and count them by fields',
  access,
  tag,
})

const checked = { valid: v.boolean(), error: v.nullable(v.string()) }
const checkedField = v.object({ name: v.string(), ...checked, attrType: v.nullable(v.string()) })

export const SentryCheckedSearch = v.object({
  valid: v.boolean(),
  projects: v.array(v.object(checked)),
  dataset: v.array(v.object({ name: v.string(), ...checked })),
  environment: v.array(v.object(checked)),
  field: v.array(checkedField),
  query: v.object({ ...checked, fields: v.array(checkedField) }),
  orderby: v.array(checkedField),
})

export const sentryCheckSearch = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/events/validate/',
  query: listQuery({
    ...asked,
    orderby: v.optional(v.pipe(v.string(), v.maxLength(200), v.description(ORDER)), ''),
  }),
  response: SentryCheckedSearch,
  summary: 'Check a search of events without running it',
  access,
  tag,
})
