import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { IssueStatus, IssueSubstatus } from './issues.ts'
import { Never, SentryPageQuery } from './sentry-values.ts'
import { IssueRef, Level, Timestamp } from './values.ts'

const StatsPeriod = v.optional(
  v.pipe(v.string(), v.maxLength(10), v.description('`24h` or `14d`; anything else gives `24h`.')),
  '24h',
)

const Buckets = v.pipe(
  v.array(v.tuple([v.number(), v.number()])),
  v.description('Start of the bucket in epoch seconds, and its count.'),
)

const issueFields = {
  id: v.string(),
  shareId: v.null(),
  shortId: v.string(),
  title: v.string(),
  culprit: v.string(),
  permalink: v.string(),
  logger: v.null(),
  level: Level,
  status: IssueStatus,
  substatus: IssueSubstatus,
  statusDetails: v.object({}),
  isPublic: Never,
  platform: v.string(),
  project: v.object({
    id: v.string(),
    name: v.string(),
    slug: v.string(),
    platform: v.nullable(v.string()),
  }),
  type: v.picklist(['error', 'default']),
  metadata: v.object({ type: v.string(), value: v.string(), title: v.string() }),
  numComments: v.literal(0),
  assignedTo: v.nullable(
    v.object({ type: v.literal('user'), id: v.string(), name: v.string(), email: v.string() }),
  ),
  isBookmarked: Never,
  isSubscribed: Never,
  subscriptionDetails: v.null(),
  hasSeen: Never,
  annotations: v.array(v.unknown()),
  issueType: v.literal('error'),
  issueCategory: v.literal('error'),
  count: v.pipe(v.string(), v.description('A number, as text.')),
  userCount: v.number(),
  firstSeen: Timestamp,
  lastSeen: Timestamp,
  stats: v.record(v.string(), Buckets),
}

export const SentryIssue = v.object(issueFields)

const SentryRelease = v.nullable(v.object({ version: v.string(), shortVersion: v.string() }))

export const SentryIssueDetail = v.object({
  ...issueFields,
  activity: v.array(v.unknown()),
  seenBy: v.array(v.unknown()),
  participants: v.array(v.unknown()),
  pluginActions: v.array(v.unknown()),
  pluginContexts: v.array(v.unknown()),
  pluginIssues: v.array(v.unknown()),
  userReportCount: v.literal(0),
  firstRelease: SentryRelease,
  lastRelease: SentryRelease,
  tags: v.array(v.object({ key: v.string(), name: v.string(), totalValues: v.number() })),
})

export const sentryListIssues = endpoint({
  method: 'GET',
  path: '/api/0/projects/:organization/:project/issues/',
  query: v.object({
    ...SentryPageQuery.entries,
    query: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(500),
        v.description(
          'As under /api/v1; `is:unresolved` where it is left out, everything where it is empty.',
        ),
      ),
      'is:unresolved',
    ),
    statsPeriod: StatsPeriod,
  }),
  response: v.array(SentryIssue),
  summary: 'The issues of a project',
  access: 'event:read',
  tag: 'sentry',
})

export const sentryUpdateIssues = endpoint({
  method: 'PUT',
  path: '/api/0/projects/:organization/:project/issues/',
  query: v.object({
    id: v.pipe(IssueRef, v.description('Repeated for each issue, at most 100 times.')),
  }),
  body: v.object({
    status: v.optional(IssueStatus),
    merge: v.optional(
      v.pipe(
        v.union([v.boolean(), v.number()]),
        v.description('`1` or `true`: make them one issue, the one with the most events.'),
      ),
    ),
  }),
  response: v.object({
    status: v.optional(IssueStatus),
    statusDetails: v.optional(v.object({})),
    merge: v.optional(v.object({ parent: v.string(), children: v.array(v.string()) })),
  }),
  summary: 'Change the status of issues of a project, or merge them',
  access: 'event:write',
  tag: 'sentry',
})

export const sentryGetIssue = endpoint({
  method: 'GET',
  path: '/api/0/issues/:issue/',
  response: SentryIssueDetail,
  summary: 'One issue',
  access: 'event:read',
  tag: 'sentry',
})

export const sentryGetOrganizationIssue = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/issues/:issue/',
  response: SentryIssueDetail,
  summary: 'One issue, by the address newer tools use',
  access: 'event:read',
  tag: 'sentry',
})
