import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { IssueRef, Level, Series, Timestamp } from './values.ts'

const tag = 'shares'

export const ShareLink = v.object({
  id: v.string(),
  createdAt: Timestamp,
  createdBy: v.pipe(v.nullable(v.string()), v.description('Their name.')),
})
export type ShareLink = v.InferOutput<typeof ShareLink>

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
