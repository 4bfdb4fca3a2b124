import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { EventView } from './event-view.ts'
import { Reach, Searched, SearchQuery } from '../search/searching.ts'
import { Cursor, EventId, IssueRef, Level, Limit, Next, Pair, ProjectRef, Timestamp } from '../values.ts'

const text = v.nullable(v.string())

export const EventSummary = v.object({
  eventId: v.string(),
  issueId: v.string(),
  projectId: v.string(),
  kind: v.picklist(['error', 'default', 'security']),
  level: Level,
  title: v.string(),
  culprit: v.string(),
  platform: v.string(),
  occurredAt: Timestamp,
  receivedAt: Timestamp,
  storedAt: v.pipe(
    v.nullable(Timestamp),
    v.description('When it was written to the store; null for events from before this was kept.'),
  ),
  transaction: text,
  route: v.pipe(
    text,
    v.description('The pattern of its route, as `/users/[id]`; null where it is not known.'),
  ),
  environment: text,
  release: text,
  user: v.pipe(text, v.description('Identifies the user: ID, otherwise email, name or IP address.')),
  browser: text,
  os: text,
  device: text,
  url: text,
  sdk: text,
  handled: v.nullable(v.boolean()),
  traceId: text,
  tags: v.array(Pair),
})
export type EventSummary = v.InferOutput<typeof EventSummary>

export const EventPage = v.object({ events: v.array(EventSummary), next: Next, searched: Searched })

const pageQuery = v.object({
  query: SearchQuery,
  cursor: v.optional(Cursor),
  limit: Limit,
  reach: Reach,
})

export const listProjectEvents = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/events',
  params: { project: ProjectRef },
  query: pageQuery,
  response: EventPage,
  rows: 'events',
  summary: 'Search events of a project, newest first',
  access: 'event:read',
  tag: 'events',
})

export const getProjectEvent = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/events/:event',
  params: { project: ProjectRef, event: EventId },
  response: EventView,
  summary: 'Get an event with its payload',
  access: 'event:read',
  tag: 'events',
})

export const listIssueEvents = endpoint({
  method: 'GET',
  path: '/api/v1/issues/:issue/events',
  params: { issue: IssueRef },
  query: pageQuery,
  response: EventPage,
  rows: 'events',
  summary: 'Search events of an issue, newest first',
  access: 'event:read',
  tag: 'events',
})

const EventRef = v.pipe(
  v.string(),
  v.regex(/^(?:latest|oldest|[0-9a-f]{32})$/, 'must be `latest`, `oldest` or 32 lowercase hex digits'),
  v.description('`latest`, `oldest` or 32 lowercase hex digits.'),
)

export const getIssueEvent = endpoint({
  method: 'GET',
  path: '/api/v1/issues/:issue/events/:event',
  params: { issue: IssueRef, event: EventRef },
  response: EventView,
  summary: 'Get an event of an issue',
  access: 'event:read',
  tag: 'events',
})

export const EventPlace = v.object({
  eventId: v.pipe(text, v.description('Null where `latest` or `oldest` was asked for and nothing matches.')),
  position: v.pipe(
    v.nullable(v.number()),
    v.description('From 1 for the oldest event; null where the event does not match the search.'),
  ),
  total: v.pipe(v.number(), v.description('Stored events of the issue that match.')),
  previousEventId: v.pipe(text, v.description('The next older event that matches.')),
  nextEventId: v.pipe(text, v.description('The next newer event that matches.')),
  cut: v.pipe(
    v.boolean(),
    v.description('Only the latest events of the issue were searched, and positions count from there.'),
  ),
})
export type EventPlace = v.InferOutput<typeof EventPlace>

export const getIssueEventPosition = endpoint({
  method: 'GET',
  path: '/api/v1/issues/:issue/events/:event/position',
  params: { issue: IssueRef, event: EventRef },
  query: v.object({ query: SearchQuery }),
  response: EventPlace,
  summary: 'Get the position of an event among those of its issue that match a search',
  access: 'event:read',
  tag: 'events',
})

export const unjoinEvent = endpoint({
  method: 'POST',
  path: '/api/v1/issues/:issue/events/:event/unjoin',
  params: {
    issue: IssueRef,
    event: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, 'must be 32 lowercase hex digits')),
  },
  response: v.object({
    id: v.pipe(v.string(), v.description('ID of the issue that has the event now.')),
    shortId: v.string(),
  }),
  summary: 'Take a browser’s event out of the issue of the server’s error that it was joined with',
  access: 'event:write',
  tag: 'events',
})
