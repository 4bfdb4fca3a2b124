import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Cursor, EventId, IssueRef, Level, Limit, Next, ProjectRef, Timestamp } from '../values.ts'

const text = v.nullable(v.string())

export const Feedback = v.object({
  id: v.string(),
  message: v.string(),
  name: v.pipe(text, v.description('As the person gave it.')),
  email: v.pipe(text, v.description('As the person gave it.')),
  url: v.pipe(text, v.description('The page that it was written on.')),
  occurredAt: Timestamp,
  receivedAt: Timestamp,
  release: text,
  environment: text,
  eventId: v.pipe(text, v.description('The event that it is about.')),
  replayId: text,
  issue: v.pipe(
    v.nullable(v.object({ id: v.string(), shortId: v.string(), title: v.string(), level: Level })),
    v.description('The issue of that event; null where the event is not stored (yet, or no longer).'),
  ),
})
export type Feedback = v.InferOutput<typeof Feedback>

const FeedbackPage = v.object({
  feedback: v.array(Feedback),
  next: Next,
  total: v.pipe(v.number(), v.description('On all pages.')),
})

export const listProjectFeedback = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/feedback',
  params: { project: ProjectRef },
  query: v.object({
    event: v.optional(v.pipe(EventId, v.description('Only what is about this event, stored or not.'))),
    cursor: v.optional(Cursor),
    limit: Limit,
  }),
  response: FeedbackPage,
  rows: 'feedback',
  summary: 'What users wrote, newest first',
  access: 'event:read',
  tag: 'feedback',
})

export const listIssueFeedback = endpoint({
  method: 'GET',
  path: '/api/v1/issues/:issue/feedback',
  params: { issue: IssueRef },
  query: v.object({ cursor: v.optional(Cursor), limit: Limit }),
  response: FeedbackPage,
  rows: 'feedback',
  summary: 'What users wrote about events of an issue, newest first',
  access: 'event:read',
  tag: 'feedback',
})
