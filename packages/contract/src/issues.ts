import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Cursor, IssueRef, Level, Limit, Next, ProjectRef, Series, Timestamp } from './values.ts'

export const IssueStatus = v.picklist(['unresolved', 'resolved', 'ignored'])
export type IssueStatus = v.InferOutput<typeof IssueStatus>

export const IssueSubstatus = v.pipe(
  v.picklist(['new', 'ongoing', 'regressed']),
  v.description('`regressed`: was resolved and came back.'),
)

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
  status: IssueStatus,
  substatus: IssueSubstatus,
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
  series: Series,
}

export const IssueSummary = v.object(summaryFields)
export type IssueSummary = v.InferOutput<typeof IssueSummary>

export const Facet = v.object({
  key: v.pipe(v.string(), v.description('`browser`, `release` and the like, or the key of a tag.')),
  tag: v.pipe(v.boolean(), v.description('True where the SDK sent it as a tag.')),
  total: v.pipe(v.number(), v.description('Events that have any value.')),
  values: v.pipe(
    v.array(v.object({ value: v.string(), events: v.number() })),
    v.description('The most frequent values, largest first.'),
  ),
})
export type Facet = v.InferOutput<typeof Facet>

export const IssueDetail = v.object({
  ...summaryFields,
  facets: v.array(Facet),
  latestEventId: v.pipe(v.nullable(v.string()), v.description('Null once every event has expired.')),
})
export type IssueDetail = v.InferOutput<typeof IssueDetail>

export const IssueSort = v.optional(v.picklist(['last_seen', 'first_seen', 'events']), 'last_seen')

export const listIssues = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/issues',
  params: { project: ProjectRef },
  query: v.object({
    query: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(500),
        v.description('`is:unresolved|resolved|ignored`, `level:error`, and words that must all occur.'),
      ),
      '',
    ),
    sort: IssueSort,
    period: Period,
    cursor: v.optional(Cursor),
    limit: Limit,
  }),
  response: v.object({
    issues: v.array(IssueSummary),
    next: Next,
    total: v.pipe(v.number(), v.description('Issues that match, on all pages together.')),
  }),
  summary: 'The issues of a project',
  access: 'event:read',
  tag: 'issues',
})

export const getIssue = endpoint({
  method: 'GET',
  path: '/api/v1/issues/:issue',
  params: { issue: IssueRef },
  query: v.object({ period: Period }),
  response: IssueDetail,
  summary: 'An issue: counts, series and what its events have in common',
  access: 'event:read',
  tag: 'issues',
})

export const updateIssue = endpoint({
  method: 'PATCH',
  path: '/api/v1/issues/:issue',
  params: { issue: IssueRef },
  body: v.object({ status: IssueStatus }),
  response: IssueDetail,
  summary: 'Resolve, ignore or reopen an issue',
  access: 'event:write',
  tag: 'issues',
})
