import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { IssuePriority, IssueStatus } from '../issues/lifecycle.ts'
import {
  listQuery,
  ProjectNames,
  Search,
  SentryOrganizationIssuesQuery,
  SentryProjectIssuesQuery,
  Sort,
} from './lists.ts'
import { Never, rows } from './values.ts'
import { Level, Timestamp } from '../values.ts'

const Buckets = v.pipe(
  v.array(v.tuple([v.number(), v.number()])),
  v.description('Start of the bucket in epoch seconds, and its count.'),
)

const None = v.pipe(v.array(v.never()), v.description('Empty.'))

const Nothing = v.pipe(v.null(), v.description('Only where `expand` asks for it.'))

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
  substatus: v.nullable(
    v.picklist([
      'new',
      'ongoing',
      'regressed',
      'escalating',
      'archived_until_escalating',
      'archived_until_condition_met',
      'archived_forever',
    ]),
  ),
  statusDetails: v.pipe(
    v.object({
      inNextRelease: v.optional(v.literal(true)),
      inRelease: v.optional(v.string()),
      inCommit: v.optional(v.object({ id: v.string() })),
      ignoreUntil: v.optional(Timestamp),
      ignoreCount: v.optional(v.number()),
      ignoreUserCount: v.optional(v.number()),
      ignoreWindow: v.optional(v.pipe(v.number(), v.description('Minutes.'))),
      ignoreUserWindow: v.optional(v.pipe(v.number(), v.description('Minutes.'))),
    }),
    v.description('When the issue regresses or is reopened.'),
  ),
  priority: IssuePriority,
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
  numComments: v.number(),
  assignedTo: v.nullable(
    v.variant('type', [
      v.object({ type: v.literal('user'), id: v.string(), name: v.string(), email: v.string() }),
      v.object({ type: v.literal('team'), id: v.string(), name: v.string() }),
    ]),
  ),
  isBookmarked: Never,
  isSubscribed: v.boolean(),
  subscriptionDetails: v.null(),
  hasSeen: Never,
  annotations: v.array(v.unknown()),
  integrationIssues: None,
  sentryAppIssues: None,
  latestEventHasAttachments: Never,
  priorityLockedAt: v.null(),
  seerFixabilityScore: v.null(),
  seerAutofixLastTriggered: v.null(),
  pluginActions: None,
  pluginIssues: None,
  issueType: v.literal('error'),
  issueCategory: v.literal('error'),
  count: v.pipe(
    v.string(),
    v.description('A number, as text; within the time and environments asked for, as `userCount`.'),
  ),
  userCount: v.number(),
  firstSeen: Timestamp,
  lastSeen: Timestamp,
  stats: v.optional(v.record(v.string(), Buckets)),
  lifetime: v.optional(
    v.pipe(
      v.object({
        count: v.string(),
        userCount: v.number(),
        firstSeen: Timestamp,
        lastSeen: Timestamp,
        stats: v.null(),
      }),
      v.description('Whatever time and environments were asked for; only in lists.'),
    ),
  ),
  inbox: v.optional(Nothing),
  owners: v.optional(Nothing),
  sessionCount: v.optional(Nothing),
}

export const SentryIssue = v.object(issueFields)

const SentryRelease = v.nullable(v.object({ version: v.string(), shortVersion: v.string() }))

export const SentryIssueDetail = v.object({
  ...issueFields,
  activity: v.array(v.unknown()),
  seenBy: v.array(v.unknown()),
  participants: v.array(v.unknown()),
  pluginContexts: v.array(v.unknown()),
  userReportCount: v.literal(0),
  firstRelease: SentryRelease,
  lastRelease: SentryRelease,
  tags: v.array(v.object({ key: v.string(), name: v.string(), totalValues: v.number() })),
})

export const sentryListIssues = endpoint({
  method: 'GET',
  path: '/api/0/projects/:organization/:project/issues/',
  query: SentryProjectIssuesQuery,
  response: v.array(SentryIssue),
  summary: 'List issues of a project',
  access: 'event:read',
  tag: 'sentry',
})

export const sentryListOrganizationIssues = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/issues/',
  query: SentryOrganizationIssuesQuery,
  response: v.array(SentryIssue),
  summary: 'List issues of an organization',
  access: 'event:read',
  tag: 'sentry',
})

export const sentryGetIssue = endpoint({
  method: 'GET',
  path: '/api/0/issues/:issue/',
  response: SentryIssueDetail,
  summary: 'Get an issue',
  access: 'event:read',
  tag: 'sentry',
})

export const sentryGetOrganizationIssue = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/issues/:issue/',
  response: SentryIssueDetail,
  summary: 'Get an issue by its ID or short ID, at the address newer tools use',
  access: 'event:read',
  tag: 'sentry',
})

export const sentryGetShortId = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/shortids/:issue/',
  response: v.object({
    organizationSlug: v.string(),
    projectSlug: v.string(),
    groupId: v.string(),
    group: SentryIssueDetail,
    shortId: v.string(),
  }),
  summary: 'Get an issue by its short ID, for example SHOP-3',
  access: 'event:read',
  tag: 'sentry',
})

const Minutes = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(527_040)))
const count = (most: number) => v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most)))

/** Tools send it as part of `statusDetails` or beside the status. */
const ignoring = {
  ignoreDuration: Minutes,
  ignoreCount: count(1_000_000),
  ignoreWindow: Minutes,
  ignoreUserCount: count(1_000),
  ignoreUserWindow: Minutes,
}

/** As Sentry’s own tools send it. */
export const SentryIssueChange = v.object({
  status: v.optional(
    v.picklist(['resolved', 'resolvedInNextRelease', 'unresolved', 'ignored', 'archived', 'muted']),
  ),
  statusDetails: v.optional(
    v.object({
      inNextRelease: v.optional(v.boolean()),
      inRelease: v.optional(v.pipe(v.string(), v.maxLength(250), v.description('A version, or `latest`.'))),
      inCommit: v.optional(
        v.object({
          commit: v.pipe(v.string(), v.regex(/^[0-9a-fA-F]{7,64}$/, 'must be at least seven hex digits')),
          repository: v.optional(v.nullable(v.string())),
        }),
      ),
      ...ignoring,
    }),
  ),
  ...ignoring,
  substatus: v.optional(v.nullable(v.string())),
  assignedTo: v.optional(
    v.pipe(
      v.nullable(v.string()),
      v.description('`user:<id>`, `team:<id>`, an email address, `#<team slug>`, or empty to unassign.'),
    ),
  ),
  priority: v.optional(IssuePriority),
  isSubscribed: v.optional(v.pipe(v.boolean(), v.description('For the signed-in user; ignored for tokens.'))),
})

export const sentryUpdateIssue = endpoint({
  method: 'PUT',
  path: '/api/0/issues/:issue/',
  body: SentryIssueChange,
  response: SentryIssueDetail,
  summary: 'Update an issue',
  access: 'event:write',
  tag: 'sentry',
})

export const sentryUpdateOrganizationIssue = endpoint({
  method: 'PUT',
  path: '/api/0/organizations/:organization/issues/:issue/',
  body: SentryIssueChange,
  response: SentryIssueDetail,
  summary: 'Update an issue, at the address newer tools use',
  access: 'event:write',
  tag: 'sentry',
})

const chosen = {
  id: v.optional(
    v.pipe(
      v.string(),
      v.description('ID of an issue; can be repeated. Without it: all issues that match, up to 1,000.'),
    ),
  ),
  status: v.optional(
    v.pipe(
      v.picklist(
        ['', 'unresolved', 'resolved', 'ignored', 'muted', 'archived'],
        'must be one of unresolved, resolved, ignored',
      ),
      v.description('Without `id`: issues with this status. Default `unresolved`, unless there is a query.'),
    ),
    '',
  ),
  query: v.optional(v.pipe(Search, v.description('Without `id`: issues that match.')), ''),
  environment: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(200),
      v.description('Without `id`: issues with events of this environment; can be repeated.'),
    ),
  ),
  sort: v.optional(v.pipe(Sort, v.description('Which come first, with `limit`; as in the list.')), 'date'),
  limit: v.optional(
    v.pipe(
      rows('Without `id`: at most as many.'),
      v.minValue(1, 'must be at least 1'),
      v.maxValue(100, 'must be at most 100'),
    ),
  ),
}

const many = {
  body: v.object({
    ...SentryIssueChange.entries,
    merge: v.optional(
      v.pipe(
        v.union([v.boolean(), v.number()]),
        v.description('`1` or `true`: merge them into the one with the most events.'),
      ),
    ),
  }),
  response: v.pipe(
    v.object({
      ...SentryIssueChange.entries,
      merge: v.optional(v.object({ parent: v.string(), children: v.array(v.string()) })),
    }),
    v.description('The changed fields.'),
  ),
  access: 'event:write',
  tag: 'sentry',
} as const

export const sentryUpdateIssues = endpoint({
  ...many,
  query: listQuery({ ...chosen, project: ProjectNames }),
  method: 'PUT',
  path: '/api/0/organizations/:organization/issues/',
  summary: 'Update several issues at once; all or none',
})

export const sentryUpdateProjectIssues = endpoint({
  ...many,
  query: listQuery(chosen),
  method: 'PUT',
  path: '/api/0/projects/:organization/:project/issues/',
  summary: 'Update several issues of a project at once; all or none',
})
