import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Grouping } from '../events/event-view.ts'
import { IssueRef, Timestamp } from '../values.ts'

const Fingerprint = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, 'must be 32 lowercase hex digits'))

const Moving = v.pipe(
  v.boolean(),
  v.description('True while events are being moved; live updates report when it is done.'),
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
      v.description('The fingerprints of each issue; unmerging them restores it.'),
    ),
  }),
  summary: 'Merge issues of a project into one of them, including future events',
  access: 'event:write',
  tag: 'issues',
})

export const unmergeIssue = endpoint({
  method: 'POST',
  path: '/api/v1/issues/:issue/unmerge',
  params: { issue: IssueRef },
  body: v.object({ fingerprints: v.pipe(v.array(Fingerprint), v.minLength(1), v.maxLength(1000)) }),
  response: v.object({
    id: v.pipe(v.string(), v.description('ID of the issue that has them now.')),
    shortId: v.string(),
    moving: Moving,
  }),
  summary: 'Unmerge fingerprints of an issue into a new issue, including future events',
  access: 'event:write',
  tag: 'issues',
})

export const IssueFingerprint = v.object({
  fingerprint: v.string(),
  events: v.pipe(v.number(), v.description('Including expired ones.')),
  firstSeen: v.nullable(Timestamp),
  lastSeen: v.nullable(Timestamp),
  cameWith: v.pipe(
    v.nullable(v.string()),
    v.description('Short ID of the merged issue that it came from; null if it is the issue’s own.'),
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
    fingerprints: v.pipe(v.array(IssueFingerprint), v.description('The 30 with the most events.')),
    more: v.boolean(),
  }),
  summary: 'List fingerprints of an issue, with the reason for each',
  access: 'event:read',
  tag: 'issues',
})
