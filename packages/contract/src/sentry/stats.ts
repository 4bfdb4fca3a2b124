import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Timestamp } from '../values.ts'
import { Environment, listQuery, Period, ProjectNames, Search, Window } from './lists.ts'

const tag = 'sentry'

const repeatable = <const Values extends readonly string[]>(values: Values, description: string) =>
  v.pipe(v.picklist(values, `must be one of ${values.join(', ')}`), v.description(description))

const Interval = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^\d{1,4}[hdw]$/, 'must be a whole number of hours, days or weeks, for example 1h'),
    v.description('The width of a step in `series`, in whole hours.'),
  ),
  '1h',
)

const Since = v.pipe(
  Period,
  v.description('Until now, for example `24h`. Overrides `start` and `end`. Default 90 days.'),
)

const flag = (description: string) =>
  v.optional(v.pipe(v.picklist(['0', '1'], 'must be 0 or 1'), v.description(description)), '1')

const OUTCOMES = ['accepted', 'filtered', 'rate_limited', 'invalid', 'abuse', 'client_discard'] as const
const STATS_FIELDS = ['sum(quantity)', 'sum(times_seen)'] as const
const STATS_KEYS = ['outcome', 'category', 'reason', 'project'] as const

const StatsField = repeatable(STATS_FIELDS, 'Both count items; can be repeated.')
const StatsKey = repeatable(STATS_KEYS, 'What is counted apart; can be repeated.')
const Outcome = repeatable(OUTCOMES, 'Can be repeated. The latter two never occur.')
export const StatsValues = v.object({ field: StatsField, groupBy: StatsKey })
export const OutcomeValues = v.object({ outcome: Outcome })

const Numbers = v.record(v.string(), v.array(v.number()))
const Sums = v.record(v.string(), v.number())
const Label = v.union([v.string(), v.number()])
const Steps = { start: Timestamp, end: Timestamp, intervals: v.array(Timestamp) }

export const sentryGetStats = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/stats_v2/',
  query: listQuery({
    field: StatsField,
    groupBy: StatsKey,
    interval: Interval,
    statsPeriod: Since,
    ...Window,
    project: ProjectNames,
    category: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(40),
        v.description('Kind of data; can be repeated. `error` has `default` and `security` in it.'),
      ),
    ),
    outcome: v.optional(Outcome),
    reason: v.optional(
      v.pipe(v.string(), v.maxLength(200), v.description('A drop reason; can be repeated.')),
    ),
  }),
  response: v.object({
    ...Steps,
    groups: v.array(v.object({ by: v.record(v.string(), Label), totals: Sums, series: Numbers })),
  }),
  summary: 'Count by hours what was sent to projects of an organization, and what became of it',
  access: 'project:read',
  tag,
})

const SESSION_FIELDS = [
  'sum(session)',
  'count_unique(user)',
  'crash_rate(session)',
  'crash_rate(user)',
  'crash_free_rate(session)',
  'crash_free_rate(user)',
] as const
const SESSION_KEYS = ['project', 'release', 'environment', 'session.status'] as const

const SessionField = repeatable(
  SESSION_FIELDS,
  'Can be repeated. A session with an unhandled error counts as crashed in the rates. Users are counted in each project.',
)
const SessionKey = repeatable(
  SESSION_KEYS,
  'What is counted apart; can be repeated. `session.status` only with `sum(session)`.',
)
export const SessionFieldValues = v.object({ field: SessionField })
export const SessionKeyValues = v.object({ groupBy: SessionKey })
export type SentrySessionField = v.InferOutput<typeof SessionField>
export type SentrySessionKey = v.InferOutput<typeof SessionKey>

const Rate = v.nullable(v.number())

export const sentryGetSessions = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/sessions/',
  query: listQuery({
    field: SessionField,
    groupBy: v.optional(SessionKey),
    interval: Interval,
    statsPeriod: Since,
    ...Window,
    project: ProjectNames,
    environment: Environment,
    query: v.optional(
      v.pipe(Search, v.description('Only `release:` and `environment:` with plain values.')),
      '',
    ),
    orderBy: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(40),
        v.description('One of the fields, with `-` for the largest first.'),
      ),
      '',
    ),
    per_page: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[1-9]\d{0,2}$/, 'must be a number from 1 to 999'),
        v.transform(Number),
        v.number(),
        v.description('Groups, those with most sessions; up to 100, fewer with many steps.'),
      ),
    ),
    includeTotals: flag('`0`: without `totals`.'),
    includeSeries: flag('`0`: without `series`.'),
  }),
  response: v.object({
    ...Steps,
    query: v.string(),
    groups: v.array(
      v.object({
        by: v.record(v.string(), Label),
        totals: v.record(v.string(), Rate),
        series: v.record(v.string(), v.array(Rate)),
      }),
    ),
  }),
  summary: 'Count sessions and users of releases by steps of time, and how many of them crashed',
  access: 'event:read',
  tag,
})

const IssueNumbers = {
  count: v.string(),
  userCount: v.number(),
  firstSeen: Timestamp,
  lastSeen: Timestamp,
}

export const SentryIssueStats = v.object({
  id: v.string(),
  ...IssueNumbers,
  stats: v.record(v.string(), v.array(v.tuple([v.number(), v.number()]))),
  lifetime: v.object({ ...IssueNumbers, stats: v.null() }),
  filtered: v.null(),
})

export const sentryListIssueStats = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/issues-stats/',
  query: listQuery({
    groups: v.pipe(
      v.string(),
      v.regex(/^\d{1,15}$/, 'must be the ID of an issue'),
      v.description('ID of an issue; repeated for several, at most 100. Those that are gone are left out.'),
    ),
    statsPeriod: Period,
    ...Window,
    groupStatsPeriod: v.optional(
      v.pipe(
        v.picklist(['', '24h', '14d', 'auto'], 'must be 24h, 14d or auto'),
        v.description(
          'What `stats` cover. `auto`: 24h for a `statsPeriod` of up to two days, otherwise 14d.',
        ),
      ),
      '24h',
    ),
    project: ProjectNames,
    environment: Environment,
  }),
  response: v.array(SentryIssueStats),
  summary: 'Count events and users of issues within a time, as lists do that leave them out first',
  access: 'event:read',
  tag,
})
