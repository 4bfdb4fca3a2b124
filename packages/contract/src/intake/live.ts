import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { ProjectRef, Timestamp } from '../values.ts'

/** A batch was digested: what it touched can be read now. */
export const DigestMessage = v.object({
  type: v.literal('digest'),
  projectId: v.string(),
  issueIds: v.array(v.string()),
  created: v.pipe(v.array(v.string()), v.description('IDs of issues that are new or regressed.')),
  events: v.pipe(v.number(), v.description('Number of events of the project in this batch.')),
})

/** A request reached the ingest address, whether or not it was accepted. Never a whole key, never a body. */
export const WireMessage = v.object({
  type: v.literal('request'),
  at: Timestamp,
  projectId: v.pipe(v.nullable(v.string()), v.description('Null: no matching project.')),
  method: v.string(),
  pattern: v.pipe(v.string(), v.description('Route of the request.')),
  keyPrefix: v.pipe(v.nullable(v.string()), v.description('Start of the key, to recognize it.')),
  status: v.number(),
  reason: v.pipe(v.string(), v.description('Why it was rejected; empty if accepted.')),
  explanation: v.pipe(v.string(), v.description('The reason in one sentence; empty if accepted.')),
  detail: v.pipe(v.string(), v.description('What exactly was wrong, if known.')),
  fix: v.pipe(v.string(), v.description('How to fix it, in one sentence; empty if accepted.')),
  bytes: v.pipe(v.number(), v.description('Decompressed.')),
  items: v.number(),
  origin: v.nullable(v.string()),
  sdk: v.nullable(v.string()),
  durationMs: v.number(),
})

/** Issues were updated: status, assignee or priority. */
export const IssuesMessage = v.object({
  type: v.literal('issues'),
  projectId: v.string(),
  issueIds: v.array(v.string()),
})

/** Messages were left out (a slow reader, an unknown Last-Event-ID, a time too long ago): read everything again. */
export const ResetMessage = v.object({ type: v.literal('reset') })

export const LiveMessage = v.variant('type', [DigestMessage, WireMessage, IssuesMessage, ResetMessage])
export type LiveMessage = v.InferOutput<typeof LiveMessage>
export type DigestMessage = v.InferOutput<typeof DigestMessage>
export type IssuesMessage = v.InferOutput<typeof IssuesMessage>
export type WireMessage = v.InferOutput<typeof WireMessage>

export const liveUpdates = endpoint({
  method: 'GET',
  path: '/api/v1/live',
  query: v.object({
    project: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(2000),
        v.description('Slugs or IDs, separated by commas; default: all projects.'),
      ),
    ),
    since: v.optional(
      v.pipe(
        Timestamp,
        v.description('Begin with what happened since this time of the server; `Last-Event-ID` comes first.'),
      ),
    ),
  }),
  response: LiveMessage,
  produces: 'stream',
  summary: 'Stream live updates as server-sent events; the event name is the `type` of the message',
  access: 'event:read',
  tag: 'live',
})

export const recentRequests = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/requests',
  params: { project: ProjectRef },
  response: v.object({
    requests: v.pipe(
      v.array(WireMessage),
      v.description('Newest first. Kept in memory, so empty after a restart.'),
    ),
  }),
  summary:
    'List recent requests to the keys of a project, including rejected ones and those without a project',
  access: 'project:read',
  tag: 'intake',
})
