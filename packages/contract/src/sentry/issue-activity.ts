import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { AnyObject, Timestamp } from '../values.ts'
import { SentryComment } from './issue-parts.ts'
import { listQuery } from './lists.ts'
import { SentryPageQuery } from './values.ts'

const tag = 'sentry'
const access = 'event:read'
const text = v.nullable(v.string())

export const SentryActivity = v.object({
  id: v.string(),
  type: v.pipe(v.string(), v.description('In Sentry’s words where it has one, such as `set_resolved`.')),
  dateCreated: Timestamp,
  user: v.nullable(v.object({ id: v.string(), name: v.string(), email: v.string() })),
  data: AnyObject,
})

export const sentryListActivity = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/issues/:issue/activities/',
  response: v.object({ activity: v.array(SentryActivity) }),
  summary: 'List the latest 100 changes of an issue and comments on it, latest first',
  access,
  tag,
})

export const sentryListNotes = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/issues/:issue/notes/',
  query: listQuery(SentryPageQuery.entries),
  response: v.array(SentryComment),
  summary: 'List comments on an issue, at the address newer tools use',
  access,
  tag,
})

export const sentryCreateNote = endpoint({
  method: 'POST',
  path: '/api/0/organizations/:organization/issues/:issue/notes/',
  body: v.object({ text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(10_000)) }),
  response: SentryComment,
  status: 201,
  summary: 'Comment on an issue as the signed-in user, or as the owner of the token',
  access: 'event:write',
  tag,
})

const UserReport = v.object({
  id: v.string(),
  eventID: v.string(),
  name: text,
  email: text,
  comments: v.string(),
  dateCreated: Timestamp,
  user: v.null(),
  event: v.object({ id: v.string(), eventID: v.string() }),
})

export const sentryListUserReports = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/issues/:issue/user-reports/',
  query: listQuery(SentryPageQuery.entries),
  response: v.array(UserReport),
  summary: 'List what users wrote about events of an issue, newest first',
  access,
  tag,
})
