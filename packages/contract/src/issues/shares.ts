import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { IssueRef, Level, ProjectRef, Series, Timestamp } from '../values.ts'

const tag = 'shares'

export const ShareLink = v.object({
  id: v.string(),
  createdAt: Timestamp,
  createdBy: v.pipe(v.nullable(v.string()), v.description('Their name.')),
  expiresAt: v.pipe(v.nullable(Timestamp), v.description('Null: it works until it is revoked.')),
  lastOpenedAt: v.pipe(v.nullable(Timestamp), v.description('To the minute; null: nobody did.')),
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
    'The links to issues of a project that work: all of them for who may change its settings, else your own',
  access: 'event:write',
  tag,
})

export const listShares = endpoint({
  method: 'GET',
  path: '/api/v1/issues/:issue/shares',
  params: { issue: IssueRef },
  response: v.object({ links: v.array(ShareLink) }),
  summary: 'The links that show an issue to whoever has them',
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
        v.pipe(v.nullable(v.picklist([1, 7, 30])), v.description('Null: it works until it is revoked.')),
        30,
      ),
    }),
    {},
  ),
  response: v.object({
    link: ShareLink,
    url: v.pipe(v.string(), v.description('Shown this once; only a hash of it is stored.')),
  }),
  status: 201,
  summary: 'Make a link that shows an issue to whoever has it',
  access: 'event:write',
  tag,
})

export const revokeShare = endpoint({
  method: 'DELETE',
  path: '/api/v1/issues/:issue/shares/:share',
  params: { issue: IssueRef },
  response: v.object({ revoked: v.string() }),
  summary: 'Revoke such a link; it shows nothing from then on',
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
  users: v.pipe(v.number(), v.description('How many; nothing about who.')),
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
      'Of the latest event. Without variables, request, user, tags, breadcrumbs, contexts and extra data.',
    ),
  ),
})
export type SharedIssue = v.InferOutput<typeof SharedIssue>

export const getShared = endpoint({
  method: 'GET',
  path: '/api/v1/share/:token',
  response: SharedIssue,
  summary: 'What a share link shows',
  access: 'public',
  tag,
})
