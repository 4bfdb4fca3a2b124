import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { SentryEventsQuery } from './lists.ts'
import { SentryTag } from './values.ts'
import { AnyObject, Timestamp } from '../values.ts'

const text = v.nullable(v.string())

const SentryUser = v.nullable(
  v.object({
    id: text,
    email: text,
    username: text,
    name: text,
    ip_address: text,
    data: v.nullable(AnyObject),
  }),
)

const eventFields = {
  id: v.string(),
  eventID: v.string(),
  groupID: v.string(),
  projectID: v.string(),
  'event.type': v.picklist(['error', 'default', 'csp']),
  title: v.string(),
  message: v.string(),
  location: text,
  culprit: v.string(),
  user: SentryUser,
  tags: v.array(SentryTag),
  platform: v.string(),
  dateCreated: Timestamp,
  crashFile: v.null(),
  metadata: v.object({ type: v.string(), value: v.string(), title: v.string() }),
}

export const SentryEvent = v.object(eventFields)

export const SentryEventDetail = v.object({
  ...eventFields,
  type: v.picklist(['error', 'default', 'csp']),
  dateReceived: Timestamp,
  size: v.number(),
  dist: text,
  release: v.nullable(v.object({ version: v.string(), shortVersion: v.string() })),
  entries: v.pipe(
    v.array(v.object({ type: v.string(), data: v.unknown() })),
    v.description('`exception`, `message`, `breadcrumbs` and `request`, if the event has them.'),
  ),
  contexts: v.record(v.string(), AnyObject),
  context: v.pipe(AnyObject, v.description('`extra` of the SDK.')),
  packages: v.record(v.string(), v.string()),
  sdk: v.nullable(v.object({ name: v.string(), version: text })),
  errors: v.array(v.unknown()),
  fingerprints: v.array(v.string()),
  groupingConfig: v.object({ id: v.string() }),
  occurrence: v.null(),
  userReport: v.null(),
  resolvedWith: v.array(v.never()),
  sdkUpdates: v.array(v.never()),
  nextEventID: v.nullable(v.string()),
  previousEventID: text,
  _meta: AnyObject,
})

const EventList = v.pipe(
  v.array(v.union([SentryEventDetail, SentryEvent])),
  v.description('With `full`, the fields of a single event.'),
)

export const sentryListEvents = endpoint({
  method: 'GET',
  path: '/api/0/projects/:organization/:project/events/',
  query: SentryEventsQuery,
  response: EventList,
  summary: 'List events of a project, newest first',
  access: 'event:read',
  tag: 'sentry',
})

export const sentryGetEvent = endpoint({
  method: 'GET',
  path: '/api/0/projects/:organization/:project/events/:event/',
  response: SentryEventDetail,
  summary: 'Get an event',
  access: 'event:read',
  tag: 'sentry',
})

export const sentryListIssueEvents = endpoint({
  method: 'GET',
  path: '/api/0/issues/:issue/events/',
  query: SentryEventsQuery,
  response: EventList,
  summary: 'List events of an issue, newest first',
  access: 'event:read',
  tag: 'sentry',
})

export const sentryListOrganizationIssueEvents = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/issues/:issue/events/',
  query: SentryEventsQuery,
  response: EventList,
  summary: 'List events of an issue, at the address newer tools use',
  access: 'event:read',
  tag: 'sentry',
})

export const sentryGetOrganizationIssueEvent = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/issues/:issue/events/:event/',
  response: SentryEventDetail,
  summary: 'Get an event of an issue, at the address newer tools use',
  access: 'event:read',
  tag: 'sentry',
})

export const sentryGetIssueEvent = endpoint({
  method: 'GET',
  path: '/api/0/issues/:issue/events/:event/',
  response: SentryEventDetail,
  summary: 'Get an event of an issue; `latest` and `oldest` return stored ones',
  access: 'event:read',
  tag: 'sentry',
})
