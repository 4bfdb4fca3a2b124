import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { ProjectRef, Timestamp } from '../values.ts'

/** A batch was digested: what it touched can be read now. */
export const DigestMessage = v.object({
  type: v.literal('digest'),
  projectId: v.string(),
  issueIds: v.array(v.string()),
  created: v.pipe(v.array(v.string()), v.description('Those of the issues that are new or came back.')),
  events: v.pipe(v.number(), v.description('Events of the project in this batch.')),
})

/** A request reached the ingest address, whether or not it was accepted. Never a whole key, never a body. */
export const WireMessage = v.object({
  type: v.literal('request'),
  at: Timestamp,
  projectId: v.pipe(v.nullable(v.string()), v.description('Null: no project could be told.')),
  method: v.string(),
  pattern: v.pipe(v.string(), v.description('The address it came to, without what is particular to it.')),
  keyPrefix: v.pipe(v.nullable(v.string()), v.description('Enough to recognise one’s own key.')),
  status: v.number(),
  reason: v.pipe(v.string(), v.description('Why it was refused; empty when it was accepted.')),
  explanation: v.pipe(v.string(), v.description('The reason in one sentence; empty when it was accepted.')),
  detail: v.pipe(v.string(), v.description('What exactly was wrong.')),
  fix: v.pipe(v.string(), v.description('What to do about it, in one line; empty when it was accepted.')),
  bytes: v.pipe(v.number(), v.description('Decompressed.')),
  items: v.number(),
  origin: v.nullable(v.string()),
  sdk: v.nullable(v.string()),
  durationMs: v.number(),
})

/** Somebody changed issues: their status or who looks after them. */
export const IssuesMessage = v.object({
  type: v.literal('issues'),
  projectId: v.string(),
  issueIds: v.array(v.string()),
})

/** Messages were left out (a slow reader, or an unknown Last-Event-ID): read everything again. */
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
        v.description('Slugs or numbers, separated by commas; all projects where it is left out.'),
      ),
    ),
  }),
  response: LiveMessage,
  produces: 'stream',
  summary: 'Live updates as server-sent events; the event name is the `type` of the message',
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
      v.description('Newest first; kept in memory, so they begin anew when the server starts.'),
    ),
  }),
  summary:
    'The requests that last reached the keys of a project, refused ones included, and those no project could be told for',
  access: 'project:read',
  tag: 'intake',
})
