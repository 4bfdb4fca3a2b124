import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { IssueRef, ProjectRef, Timestamp } from '../values.ts'

/** The same grammar for issues and events; see docs/search.md. */
export const SearchQuery = v.optional(
  v.pipe(
    v.string(),
    v.description(
      'At most 1,000 characters. Words that must all occur, and filters: `is:unresolved`, `assigned:me`, `level:error`, `release:`, `release:>=shop@1.9`, `route:`, ' +
        '`user.id:`, `times:>100`, `users:10..20`, `age:-24h`, `first-seen:>2026-11-01`, `timestamp:-1h`, `has:release`, any tag key (in ' +
        'quotes where it is named like a filter). `!` or NOT excludes, commas between values mean any of them, `*` stands ' +
        'for anything, `/…/` is a regular expression, AND, OR and brackets combine. One event has to meet everything that ' +
        'is said about events.',
    ),
  ),
  '',
)

export const Reach = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^\d{1,8}$/, 'must be a number'),
    v.transform(Number),
    v.number(),
    v.integer(),
    v.description(
      'How many events to search for words and patterns; `searched` reports how far the search got. 0: default.',
    ),
  ),
  '0',
)

export const Searched = v.pipe(
  v.nullable(
    v.object({
      events: v.pipe(v.number(), v.description('Number of events searched, newest first.')),
      back: v.pipe(v.nullable(Timestamp), v.description('When the oldest of these was received.')),
    }),
  ),
  v.description('How far the search got; null if it is complete.'),
)
export type Searched = v.InferOutput<typeof Searched>

export const listIssueUsers = endpoint({
  method: 'GET',
  path: '/api/v1/issues/:issue/users',
  params: { issue: IssueRef },
  query: v.object({
    sort: v.optional(v.picklist(['events', 'last_seen']), 'events'),
    limit: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^\d{1,4}$/, 'must be a number'),
        v.transform(Number),
        v.number(),
        v.integer(),
        v.minValue(1),
        v.maxValue(1000),
      ),
      '100',
    ),
  }),
  response: v.object({
    users: v.array(v.object({ user: v.string(), events: v.number(), lastSeen: Timestamp })),
    total: v.number(),
  }),
  rows: 'users',
  summary: 'List users affected by an issue, by most events or last seen',
  access: 'event:read',
  tag: 'issues',
})

export const searchValues = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/search/values',
  params: { project: ProjectRef },
  query: v.object({
    key: v.optional(v.pipe(v.string(), v.maxLength(200), v.description('Empty: tag keys.')), ''),
    prefix: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  }),
  response: v.object({ values: v.array(v.object({ value: v.string(), events: v.number() })) }),
  summary: 'List suggested filter values: the most frequent ones of the latest events',
  access: 'event:read',
  tag: 'issues',
})
