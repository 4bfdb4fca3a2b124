import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import {
  changeFields,
  IssueActivity,
  IssueLifecycle,
  IssuePriority,
  IssueStatus,
  IssueSubstatus,
  lifecycleFields,
} from './lifecycle.ts'
import { Person } from '../people/person.ts'
import { RecognisedKind } from '../events/known-errors.ts'
import { Reach, Searched, SearchQuery } from '../search/searching.ts'
import { Cursor, IssueRef, Level, Limit, Next, ProjectRef, Series, Timestamp } from '../values.ts'

export { IssueStatus, IssueSubstatus } from './lifecycle.ts'
export { Person } from '../people/person.ts'

export const Period = v.optional(
  v.pipe(
    v.picklist(['24h', '14d']),
    v.description('What the series covers: hours of a day or days of two weeks.'),
  ),
  '24h',
)

const summaryFields = {
  id: v.string(),
  shortId: v.pipe(v.string(), v.description('What people say and type, e.g. WEB-1A.')),
  project: v.pipe(v.string(), v.description('Slug of the project.')),
  projectId: v.string(),
  ...lifecycleFields,
  level: Level,
  title: v.string(),
  culprit: v.pipe(v.string(), v.description('Where it happened, as far as the event tells.')),
  type: v.string(),
  value: v.string(),
  platform: v.string(),
  firstSeen: Timestamp,
  lastSeen: Timestamp,
  events: v.pipe(v.number(), v.description('Events since the first one, expired ones included.')),
  users: v.pipe(v.number(), v.description('Distinct users among the stored events.')),
  firstRelease: v.nullable(v.string()),
  lastRelease: v.nullable(v.string()),
  assignee: v.pipe(v.nullable(Person), v.description('Who looks after it; null: nobody.')),
  recognised: v.pipe(
    v.nullable(RecognisedKind),
    v.description('What its latest event is, where that is a problem every application meets.'),
  ),
  series: Series,
}

export const IssueSummary = v.object(summaryFields)
export type IssueSummary = v.InferOutput<typeof IssueSummary>

export const Facet = v.object({
  key: v.pipe(v.string(), v.description('`browser`, `release` and the like, or the key of a tag.')),
  tag: v.pipe(v.boolean(), v.description('True where the SDK sent it as a tag.')),
  total: v.pipe(v.number(), v.description('Events that have any value.')),
  values: v.pipe(
    v.array(
      v.object({
        value: v.string(),
        events: v.number(),
        overall: v.pipe(
          v.nullable(v.number()),
          v.description(
            'Which part of the project’s other events has this value, from 0 to 1; null where there are no others.',
          ),
        ),
        lastSeen: v.nullable(Timestamp),
      }),
    ),
    v.description('The most frequent values, largest first.'),
  ),
})
export type Facet = v.InferOutput<typeof Facet>

export const IssueDetail = v.object({
  ...summaryFields,
  latestEventId: v.pipe(v.nullable(v.string()), v.description('Null once every event has expired.')),
  history: v.pipe(
    v.array(IssueActivity),
    v.description('What happened to it beside its events, and what was said about it, latest first.'),
  ),
  historyNext: v.pipe(v.nullable(v.string()), v.description('The `cursor` of what happened before that.')),
  following: v.pipe(
    v.nullable(v.picklist(['chosen', 'assigned', 'commented', 'resolved'])),
    v.description('Why you follow it; null: you do not.'),
  ),
})
export type IssueDetail = v.InferOutput<typeof IssueDetail>

export const IssueSort = v.optional(v.picklist(['last_seen', 'first_seen', 'events', 'users']), 'last_seen')

export const listIssues = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/issues',
  params: { project: ProjectRef },
  query: v.object({
    query: SearchQuery,
    sort: IssueSort,
    period: Period,
    cursor: v.optional(Cursor),
    limit: Limit,
    reach: Reach,
  }),
  response: v.object({
    issues: v.array(IssueSummary),
    next: Next,
    total: v.pipe(v.number(), v.description('Issues that match, on all pages together.')),
    searched: Searched,
  }),
  summary: 'The issues of a project',
  access: 'event:read',
  tag: 'issues',
})

export const issueFacets = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/issues/facets',
  params: { project: ProjectRef },
  query: v.object({ query: SearchQuery }),
  response: v.object({
    facets: v.array(
      v.object({
        key: v.pipe(v.string(), v.description('The filter it stands for: `level`, `release`, `browser`, …')),
        values: v.array(
          v.object({
            value: v.string(),
            issues: v.pipe(v.number(), v.description('Matching issues that have this value.')),
          }),
        ),
      }),
    ),
    sampled: v.pipe(
      v.boolean(),
      v.description('True where only the most recent matching issues were counted.'),
    ),
    without: v.pipe(
      v.array(v.object({ filter: v.string(), issues: v.number() })),
      v.description('Only where nothing matches: how many would, were this one filter left out.'),
    ),
  }),
  summary: 'How the matching issues spread over levels, releases, browsers and the like',
  access: 'event:read',
  tag: 'issues',
})

export const getIssue = endpoint({
  method: 'GET',
  path: '/api/v1/issues/:issue',
  params: { issue: IssueRef },
  query: v.object({ period: Period }),
  response: IssueDetail,
  summary: 'An issue: counts, series and history',
  access: 'event:read',
  tag: 'issues',
})

export const getIssueBreakdown = endpoint({
  method: 'GET',
  path: '/api/v1/issues/:issue/breakdown',
  params: { issue: IssueRef },
  response: v.object({ facets: v.array(Facet) }),
  summary: 'What the events of an issue have in common, and how they differ from the project’s other events',
  access: 'event:read',
  tag: 'issues',
})

export const updateIssue = endpoint({
  method: 'PATCH',
  path: '/api/v1/issues/:issue',
  params: { issue: IssueRef },
  body: v.object(changeFields),
  response: IssueDetail,
  summary: 'Resolve, ignore, reopen or assign an issue, or say how urgent it is',
  access: 'event:write',
  tag: 'issues',
})

const IssueState = {
  id: IssueRef,
  ...changeFields,
  substatus: v.optional(
    v.pipe(IssueSubstatus, v.description('Only with `unresolved`, to take a change back exactly.')),
  ),
  lifecycle: v.optional(
    v.pipe(
      IssueLifecycle,
      v.description('From `before`: takes a status back with everything that hangs on it.'),
    ),
  ),
  revision: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(100),
      v.description('From `before`: an issue of which something named here was changed since is left alone.'),
    ),
  ),
}

export const updateIssues = endpoint({
  method: 'PATCH',
  path: '/api/v1/issues',
  body: v.object({
    changes: v.pipe(v.array(v.object(IssueState)), v.minLength(1), v.maxLength(1000)),
  }),
  response: v.object({
    before: v.pipe(
      v.array(
        v.object({
          id: v.string(),
          status: IssueStatus,
          substatus: IssueSubstatus,
          lifecycle: IssueLifecycle,
          assigneeId: v.nullable(v.string()),
          assigneeTeamId: v.nullable(v.string()),
          priority: v.nullable(IssuePriority),
          revision: v.pipe(v.string(), v.description('How this call left the issue.')),
        }),
      ),
      v.description(
        'What was there; sent back as `changes`, it undoes this call, but nothing that was decided since.',
      ),
    ),
    kept: v.pipe(
      v.array(v.string()),
      v.description('Issues that were left alone: changed since their `revision`, merged or gone.'),
    ),
  }),
  summary: 'Change many issues at once; all of them or none',
  access: 'event:write',
  tag: 'issues',
})
