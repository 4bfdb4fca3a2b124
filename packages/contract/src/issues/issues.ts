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
    v.picklist(['24h', '14d', '28d']),
    v.description('Range of the series: 24 hours by hour, 14 or 28 days by day.'),
  ),
  '24h',
)

const summaryFields = {
  id: v.string(),
  shortId: v.pipe(v.string(), v.description('Readable ID, e.g. WEB-1A.')),
  project: v.pipe(v.string(), v.description('Slug of the project.')),
  projectId: v.string(),
  ...lifecycleFields,
  level: Level,
  title: v.string(),
  culprit: v.pipe(v.string(), v.description('Where it happened, if known.')),
  type: v.string(),
  value: v.string(),
  platform: v.string(),
  firstSeen: Timestamp,
  lastSeen: Timestamp,
  events: v.pipe(v.number(), v.description('All events, including expired ones.')),
  users: v.pipe(v.number(), v.description('Distinct users among the stored events.')),
  firstRelease: v.nullable(v.string()),
  lastRelease: v.nullable(v.string()),
  assignee: v.pipe(v.nullable(Person), v.description('Assignee; null if unassigned.')),
  recognised: v.pipe(
    v.nullable(RecognisedKind),
    v.description('What its latest event is, where that is a problem every application meets.'),
  ),
  series: Series,
}

export const IssueSummary = v.object(summaryFields)
export type IssueSummary = v.InferOutput<typeof IssueSummary>

export const Facet = v.object({
  key: v.pipe(v.string(), v.description('`browser`, `release` or another field, or the key of a tag.')),
  tag: v.pipe(v.boolean(), v.description('True if the SDK sent it as a tag.')),
  total: v.pipe(v.number(), v.description('Events that have any value.')),
  values: v.pipe(
    v.array(
      v.object({
        value: v.string(),
        events: v.number(),
        overall: v.pipe(
          v.nullable(v.number()),
          v.description(
            'Share of the project’s other events with this value, from 0 to 1; null if there are none.',
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
  historyNext: v.pipe(v.nullable(v.string()), v.description('`cursor` for older entries.')),
  feedback: v.pipe(v.number(), v.description('How often users wrote about its events.')),
  following: v.pipe(
    v.nullable(v.picklist(['chosen', 'assigned', 'commented', 'resolved'])),
    v.description('Why you follow the issue; null if you don’t.'),
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
    total: v.pipe(v.number(), v.description('Number of matching issues on all pages.')),
    searched: Searched,
  }),
  rows: 'issues',
  summary: 'List issues of a project',
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
    sampled: v.pipe(v.boolean(), v.description('True if only the most recent matching issues were counted.')),
    without: v.pipe(
      v.array(v.object({ filter: v.string(), issues: v.number() })),
      v.description('Only if nothing matches: how many issues match without this filter.'),
    ),
  }),
  summary: 'Count matching issues by level, release, browser and other facets',
  access: 'event:read',
  tag: 'issues',
})

export const getIssue = endpoint({
  method: 'GET',
  path: '/api/v1/issues/:issue',
  params: { issue: IssueRef },
  query: v.object({ period: Period }),
  response: IssueDetail,
  summary: 'Get an issue with counts, series and history',
  access: 'event:read',
  tag: 'issues',
})

export const SimilarIssue = v.object({
  id: v.string(),
  shortId: v.string(),
  project: v.pipe(v.string(), v.description('Slug of the project.')),
  title: v.string(),
  culprit: v.string(),
  events: v.number(),
  lastSeen: Timestamp,
  likeness: v.pipe(
    v.array(
      v.object({
        reason: v.pipe(
          v.picklist(['function', 'frames', 'message', 'place']),
          v.description(
            'Thrown by the same function; most frames; the message apart from numbers; the culprit.',
          ),
        ),
        detail: v.pipe(v.string(), v.description('What they share; for frames how many of how many.')),
      }),
    ),
    v.description('Why it is similar, the strongest reason first.'),
  ),
})
export type SimilarIssue = v.InferOutput<typeof SimilarIssue>

export const listSimilarIssues = endpoint({
  method: 'GET',
  path: '/api/v1/issues/:issue/similar',
  params: { issue: IssueRef },
  response: v.object({ similar: v.array(SimilarIssue) }),
  summary: 'List open issues of the same project and type that may be the same',
  access: 'event:read',
  tag: 'issues',
})

export const getIssueBreakdown = endpoint({
  method: 'GET',
  path: '/api/v1/issues/:issue/breakdown',
  params: { issue: IssueRef },
  response: v.object({ facets: v.array(Facet) }),
  summary: 'Get how the events of an issue differ from the project’s other events',
  access: 'event:read',
  tag: 'issues',
})

export const updateIssue = endpoint({
  method: 'PATCH',
  path: '/api/v1/issues/:issue',
  params: { issue: IssueRef },
  body: v.object(changeFields),
  response: IssueDetail,
  summary: 'Update an issue: status, assignee or priority',
  access: 'event:write',
  tag: 'issues',
})

const IssueState = {
  id: IssueRef,
  ...changeFields,
  substatus: v.optional(
    v.pipe(IssueSubstatus, v.description('Only with `unresolved`, to restore the exact state.')),
  ),
  lifecycle: v.optional(
    v.pipe(IssueLifecycle, v.description('From `before`: restores a status with its resolution or snooze.')),
  ),
  revision: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(100),
      v.description('From `before`: an issue whose named fields changed since is not updated.'),
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
          revision: v.pipe(v.string(), v.description('Revision of the issue after this call.')),
        }),
      ),
      v.description(
        'The previous state. Send it back as `changes` to undo this call; later changes by others are kept.',
      ),
    ),
    kept: v.pipe(
      v.array(v.string()),
      v.description('Issues that were not updated: changed since their `revision`, merged or deleted.'),
    ),
  }),
  summary: 'Update several issues at once; all or none',
  access: 'event:write',
  tag: 'issues',
})
