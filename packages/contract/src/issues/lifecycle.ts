import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Person } from '../people/person.ts'
import { Cursor, IssueRef, Limit, Next, Timestamp } from '../values.ts'

export const IssueStatus = v.picklist(['unresolved', 'resolved', 'ignored'])
export type IssueStatus = v.InferOutput<typeof IssueStatus>

export const IssueSubstatus = v.pipe(
  v.picklist(['new', 'ongoing', 'regressed', 'escalating']),
  v.description('`regressed`: was resolved and came back. `escalating`: far more events than usual.'),
)
export type IssueSubstatus = v.InferOutput<typeof IssueSubstatus>

export const IssuePriority = v.picklist(['high', 'medium', 'low'])
export type IssuePriority = v.InferOutput<typeof IssuePriority>

const Version = v.pipe(v.string(), v.minLength(1), v.maxLength(250))
const Commit = v.pipe(
  v.string(),
  v.regex(/^[0-9a-fA-F]{7,64}$/, 'must be at least seven hex digits'),
  v.description('At least the first seven characters of the hash.'),
)
/** Counts until an issue is reopened are stored with it. */
const count = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most))
const EventCount = count(1_000_000)
const UserCount = count(1_000)
/** A year. */
const Minutes = count(527_040)

export const ResolutionRequest = v.variant('kind', [
  v.object({ kind: v.literal('now') }),
  v.object({ kind: v.literal('next_release') }),
  v.object({ kind: v.literal('release'), release: Version }),
  v.object({ kind: v.literal('commit'), commit: Commit }),
])
export type ResolutionRequest = v.InferOutput<typeof ResolutionRequest>

export const SnoozeRequest = v.variant('kind', [
  v.object({ kind: v.literal('forever') }),
  v.object({ kind: v.literal('for'), minutes: Minutes }),
  v.object({ kind: v.literal('until'), at: Timestamp }),
  v.object({ kind: v.literal('escalating') }),
  v.object({ kind: v.literal('events'), count: EventCount, withinMinutes: v.optional(Minutes) }),
  v.object({ kind: v.literal('users'), count: UserCount, withinMinutes: v.optional(Minutes) }),
])
export type SnoozeRequest = v.InferOutput<typeof SnoozeRequest>

export const Resolution = v.pipe(
  v.nullable(
    v.object({
      kind: v.picklist(['now', 'next_release', 'release', 'commit']),
      release: v.pipe(
        v.nullable(v.string()),
        v.description('The release it is fixed in, or the latest that was known when it was resolved.'),
      ),
      commit: v.nullable(v.string()),
    }),
  ),
  v.description('What counts as a regression; null if the issue is not resolved.'),
)
export type Resolution = NonNullable<v.InferOutput<typeof Resolution>>

export const Snooze = v.pipe(
  v.nullable(
    v.object({
      kind: v.picklist(['forever', 'until', 'escalating', 'events', 'users']),
      until: v.nullable(Timestamp),
      count: v.nullable(v.number()),
      counted: v.pipe(v.nullable(v.number()), v.description('How many occurred since.')),
      withinMinutes: v.nullable(v.number()),
    }),
  ),
  v.description('When an ignored issue is reopened; null if the issue is not ignored.'),
)
export type Snooze = NonNullable<v.InferOutput<typeof Snooze>>

const Seen = v.object({ version: Version, firstSeen: v.number() })
const Counted = { windowMs: v.nullable(v.pipe(v.number(), v.minValue(1))) }

/** A status with its resolution or snooze as stored, to undo a change exactly. */
export const IssueLifecycle = v.object({
  status: IssueStatus,
  substatus: IssueSubstatus,
  changedAt: v.pipe(v.number(), v.integer(), v.minValue(0)),
  resolution: v.nullable(
    v.variant('kind', [
      v.object({ kind: v.literal('now') }),
      v.object({ kind: v.literal('next_release'), after: v.nullable(Seen) }),
      v.object({ kind: v.literal('release'), release: Seen, commit: v.nullable(v.string()) }),
      v.object({ kind: v.literal('commit'), commit: Commit }),
    ]),
  ),
  snooze: v.nullable(
    v.variant('kind', [
      v.object({ kind: v.literal('forever') }),
      v.object({ kind: v.literal('until'), at: v.number() }),
      v.object({ kind: v.literal('escalating') }),
      v.object({
        kind: v.literal('events'),
        count: EventCount,
        ...Counted,
        seen: v.pipe(v.array(v.tuple([v.number(), v.number()])), v.maxLength(1_000)),
      }),
      v.object({
        kind: v.literal('users'),
        count: UserCount,
        ...Counted,
        seen: v.pipe(v.array(v.tuple([v.pipe(v.string(), v.maxLength(20)), v.number()])), v.maxLength(1_000)),
      }),
    ]),
  ),
})
export type IssueLifecycle = v.InferOutput<typeof IssueLifecycle>

const TeamRef = v.object({ id: v.string(), slug: v.string(), name: v.string() })
export type TeamRef = v.InferOutput<typeof TeamRef>

/** What of its lifecycle an issue shows in a list. */
export const lifecycleFields = {
  status: IssueStatus,
  substatus: IssueSubstatus,
  resolution: Resolution,
  snooze: Snooze,
  priority: IssuePriority,
  priorityChosen: v.pipe(
    v.boolean(),
    v.description('True if the priority was set manually; otherwise it is automatic.'),
  ),
  assigneeTeam: v.pipe(v.nullable(TeamRef), v.description('Assigned team.')),
}

/** What a change names; what is left out stays. */
export const changeFields = {
  status: v.optional(IssueStatus),
  resolution: v.optional(v.pipe(ResolutionRequest, v.description('With `resolved`; default `now`.'))),
  snooze: v.optional(v.pipe(SnoozeRequest, v.description('With `ignored`; default `forever`.'))),
  assigneeId: v.optional(v.pipe(v.nullable(v.string()), v.description('ID of a member; null to unassign.'))),
  assigneeTeamId: v.optional(
    v.pipe(v.nullable(v.string()), v.description('ID of a team; null to unassign.')),
  ),
  priority: v.optional(v.pipe(v.nullable(IssuePriority), v.description('Null: automatic.'))),
}

export const ActivityData = v.object({
  how: v.optional(
    v.pipe(v.string(), v.description('Type of the resolution or snooze, or why the issue was reopened.')),
  ),
  release: v.optional(v.string()),
  commit: v.optional(v.string()),
  until: v.optional(Timestamp),
  count: v.optional(v.number()),
  withinMinutes: v.optional(v.number()),
  assignee: v.optional(v.nullable(Person)),
  assigneeTeam: v.optional(v.nullable(TeamRef)),
  priority: v.optional(v.nullable(IssuePriority)),
  text: v.optional(v.pipe(v.string(), v.description('Text of a comment, as Markdown.'))),
  editedAt: v.optional(Timestamp),
})

/**
 * Issue activity: late source maps made events readable or moved them, users merged, unmerged, changed or commented,
 * or the issue regressed, was reopened or escalated.
 */
export const IssueActivity = v.object({
  id: v.string(),
  at: Timestamp,
  kind: v.picklist([
    'mapped',
    'moved_in',
    'moved_out',
    'merged',
    'split_out',
    'split_off',
    'resolved',
    'ignored',
    'reopened',
    'regressed',
    'woke',
    'escalated',
    'fixed_in',
    'assigned',
    'unassigned',
    'priority',
    'comment',
  ]),
  events: v.number(),
  otherIssue: v.pipe(
    v.nullable(v.string()),
    v.description('Short ID of the other or merged issue, which may no longer exist.'),
  ),
  otherIssueId: v.pipe(
    v.nullable(v.string()),
    v.description('ID of the issue that the short ID belongs to now; null if none.'),
  ),
  person: v.pipe(v.nullable(Person), v.description('Null for the system, a token or a removed member.')),
  data: ActivityData,
})
export type IssueActivity = v.InferOutput<typeof IssueActivity>

const tag = 'issues'
const issue = { issue: IssueRef }
const CommentId = v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'must be a comment ID'))
const Text = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'must not be empty'),
  v.maxLength(10_000),
  v.description('Markdown.'),
)

export const listActivity = endpoint({
  method: 'GET',
  path: '/api/v1/issues/:issue/activity',
  params: issue,
  query: v.object({ cursor: v.optional(Cursor), limit: Limit }),
  response: v.object({ activity: v.array(IssueActivity), next: Next }),
  summary: 'List activity and comments of an issue, latest first',
  access: 'event:read',
  tag,
})

export const createComment = endpoint({
  method: 'POST',
  path: '/api/v1/issues/:issue/comments',
  params: issue,
  body: v.object({ text: Text }),
  response: IssueActivity,
  status: 201,
  summary: 'Comment on an issue',
  access: 'session event:write',
  tag,
})

export const updateComment = endpoint({
  method: 'PATCH',
  path: '/api/v1/issues/:issue/comments/:comment',
  params: { ...issue, comment: CommentId },
  body: v.object({ text: Text }),
  response: IssueActivity,
  summary: 'Edit your comment',
  access: 'session event:write',
  tag,
})

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/v1/issues/:issue/comments/:comment',
  params: { ...issue, comment: CommentId },
  response: v.object({ deleted: v.string() }),
  summary: 'Delete your comment',
  access: 'session event:write',
  tag,
})

export const followIssue = endpoint({
  method: 'PUT',
  path: '/api/v1/issues/:issue/following',
  params: issue,
  body: v.object({ following: v.boolean() }),
  response: v.object({ following: v.boolean() }),
  summary: 'Follow or unfollow an issue',
  access: 'session event:read',
  tag,
})
