import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Grouping } from '../events/event-view.ts'
import { IssueRef, Timestamp } from '../values.ts'

const Fingerprint = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, 'must be 32 lower-case hex digits'))

const Moving = v.pipe(
  v.boolean(),
  v.description('Events are still on their way; the live updates say when they have arrived.'),
)

export const mergeIssues = endpoint({
  method: 'POST',
  path: '/api/v1/issues/merge',
  body: v.object({
    into: IssueRef,
    from: v.pipe(v.array(IssueRef), v.minLength(1), v.maxLength(100)),
  }),
  response: v.object({
    id: v.string(),
    shortId: v.string(),
    moving: Moving,
    merged: v.pipe(
      v.array(v.object({ id: v.string(), fingerprints: v.array(v.string()) })),
      v.description('What each had; un-merged again, it is the issue it was.'),
    ),
  }),
  summary: 'Merge issues of one project into one of them; later events follow',
  access: 'event:write',
  tag: 'issues',
})

export const unmergeIssue = endpoint({
  method: 'POST',
  path: '/api/v1/issues/:issue/unmerge',
  params: { issue: IssueRef },
  body: v.object({ fingerprints: v.pipe(v.array(Fingerprint), v.minLength(1), v.maxLength(1000)) }),
  response: v.object({
    id: v.pipe(v.string(), v.description('The issue that has them now.')),
    shortId: v.string(),
    moving: Moving,
  }),
  summary: 'Give some fingerprints of an issue one of their own; later events follow',
  access: 'event:write',
  tag: 'issues',
})

export const IssueFingerprint = v.object({
  fingerprint: v.string(),
  events: v.pipe(v.number(), v.description('Expired ones included.')),
  firstSeen: v.nullable(Timestamp),
  lastSeen: v.nullable(Timestamp),
  cameWith: v.pipe(
    v.nullable(v.string()),
    v.description('Short id of the issue that was merged into this one with it; null: its own.'),
  ),
  latest: v.pipe(
    v.nullable(v.object({ eventId: v.string(), title: v.string(), grouping: Grouping })),
    v.description('The latest event that has it; null once all have expired.'),
  ),
})
export type IssueFingerprint = v.InferOutput<typeof IssueFingerprint>

export const listFingerprints = endpoint({
  method: 'GET',
  path: '/api/v1/issues/:issue/fingerprints',
  params: { issue: IssueRef },
  response: v.object({
    fingerprints: v.pipe(v.array(IssueFingerprint), v.description('Those with the most events, at most 30.')),
    more: v.boolean(),
  }),
  summary: 'What leads to an issue, and why',
  access: 'event:read',
  tag: 'issues',
})
