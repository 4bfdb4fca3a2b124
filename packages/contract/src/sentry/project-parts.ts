import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { AnyObject, Timestamp } from '../values.ts'
import { listQuery } from './lists.ts'
import { Never, SentryCursor } from './values.ts'

const tag = 'sentry'
const query = listQuery({ cursor: v.optional(SentryCursor) })

export const SentryKey = v.object({
  id: v.pipe(v.string(), v.description('The public key.')),
  name: v.string(),
  label: v.string(),
  public: v.string(),
  projectId: v.number(),
  isActive: v.boolean(),
  dateCreated: Timestamp,
  dsn: v.object({
    public: v.string(),
    csp: v.string(),
    security: v.string(),
    otlp_traces: v.string(),
  }),
  rateLimit: v.pipe(
    v.nullable(v.object({ window: v.number(), count: v.number() })),
    v.description('Its quota for errors: so many in so many seconds.'),
  ),
})

export const sentryListKeys = endpoint({
  method: 'GET',
  path: '/api/0/projects/:organization/:project/keys/',
  query,
  response: v.array(SentryKey),
  summary: 'List keys of a project with their DSNs',
  access: 'project:read',
  tag,
})

export const sentryCreateKey = endpoint({
  method: 'POST',
  path: '/api/0/projects/:organization/:project/keys/',
  body: v.object({
    name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(64)), 'Default'),
  }),
  response: SentryKey,
  status: 201,
  summary: 'Add a key to a project',
  access: 'project:write',
  tag,
})

export const sentryListEnvironments = endpoint({
  method: 'GET',
  path: '/api/0/projects/:organization/:project/environments/',
  query,
  response: v.array(v.object({ id: v.string(), name: v.string(), isHidden: Never })),
  summary: 'List environments of a project’s latest events',
  access: 'project:read',
  tag,
})

export const sentryGetEventJson = endpoint({
  method: 'GET',
  path: '/api/0/projects/:organization/:project/events/:event/json/',
  response: v.pipe(AnyObject, v.description('As it was sent, without what was scrubbed or cut.')),
  summary: 'Get the payload of an event',
  access: 'event:read',
  tag,
})
