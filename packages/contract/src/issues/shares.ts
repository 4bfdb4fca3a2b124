import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { IssueRef, Level, ProjectRef, Series, Timestamp } from '../values.ts'

const tag = 'shares'

export const ShareLink = v.object({
  id: v.string(),
  createdAt: Timestamp,
  createdBy: v.pipe(v.nullable(v.string()), v.description('Name of the creator.')),
  expiresAt: v.pipe(v.nullable(Timestamp), v.description('Null: never expires.')),
  lastOpenedAt: v.pipe(v.nullable(Timestamp), v.description('To the minute; null if never opened.')),
})
export type ShareLink = v.InferOutput<typeof ShareLink>

export const ListedShare = v.object({
  ...ShareLink.entries,
  issue: v.object({ id: v.string(), shortId: v.string(), title: v.string() }),
})
export type ListedShare = v.InferOutput<typeof ListedShare>

export const listProjectShares = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/shares',
  params: { project: ProjectRef },
  response: v.object({ links: v.array(ListedShare) }),
  summary:
    'List active share links of a project: all of them if you can change its settings, otherwise your own',
  access: 'event:write',
  tag,
})

export const listShares = endpoint({
  method: 'GET',
  path: '/api/v1/issues/:issue/shares',
  params: { issue: IssueRef },
  response: v.object({ links: v.array(ShareLink) }),
  summary: 'List share links of an issue',
  access: 'event:read',
  tag,
})

export const createShare = endpoint({
  method: 'POST',
  path: '/api/v1/issues/:issue/shares',
  params: { issue: IssueRef },
  body: v.optional(
    v.object({
      expiresInDays: v.optional(
        v.pipe(v.nullable(v.picklist([1, 7, 30])), v.description('Null: never expires.')),
        30,
      ),
    }),
    {},
  ),
  response: v.object({
    link: ShareLink,
    url: v.pipe(v.string(), v.description('Only returned once; only a hash is stored.')),
  }),
  status: 201,
  summary: 'Create a share link for an issue',
  access: 'event:write',
  tag,
})

export const revokeShare = endpoint({
  method: 'DELETE',
  path: '/api/v1/issues/:issue/shares/:share',
  params: { issue: IssueRef },
  response: v.object({ revoked: v.string() }),
  summary: 'Revoke a share link',
  access: 'event:write',
  tag,
})

export const SharedFrame = v.object({
  function: v.nullable(v.string()),
  filename: v.nullable(v.string()),
  line: v.nullable(v.number()),
  column: v.nullable(v.number()),
  inApp: v.boolean(),
  preContext: v.array(v.string()),
  contextLine: v.nullable(v.string()),
  postContext: v.array(v.string()),
})
export type SharedFrame = v.InferOutput<typeof SharedFrame>

export const SharedIssue = v.object({
  shortId: v.string(),
  status: v.picklist(['unresolved', 'resolved', 'ignored']),
  level: Level,
  title: v.string(),
  culprit: v.string(),
  platform: v.string(),
  firstSeen: Timestamp,
  lastSeen: Timestamp,
  events: v.number(),
  users: v.pipe(v.number(), v.description('Number of affected users.')),
  firstRelease: v.nullable(v.string()),
  lastRelease: v.nullable(v.string()),
  series: Series,
  exceptions: v.pipe(
    v.array(
      v.object({
        type: v.nullable(v.string()),
        value: v.nullable(v.string()),
        frames: v.pipe(v.array(SharedFrame), v.description('Oldest first.')),
      }),
    ),
    v.description(
      'Exceptions of the latest event, without variables, request, user, tags, breadcrumbs, contexts and extra data.',
    ),
  ),
})
export type SharedIssue = v.InferOutput<typeof SharedIssue>

export const getShared = endpoint({
  method: 'GET',
  path: '/api/v1/share/:token',
  response: SharedIssue,
  summary: 'Get a shared issue',
  access: 'public',
  tag,
})
