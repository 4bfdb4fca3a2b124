import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Timestamp } from '../values.ts'

export const SentryWorkflow = v.object({
  id: v.string(),
  name: v.pipe(v.string(), v.description('The alert as a sentence.')),
  enabled: v.boolean(),
  environment: v.pipe(v.nullable(v.string()), v.description('Where the alert is for exactly one.')),
  config: v.object({ frequency: v.pipe(v.number(), v.description('Minutes between two notifications.')) }),
  detectorIds: v.pipe(v.array(v.string()), v.description('IDs of the projects that it is for.')),
  dateCreated: Timestamp,
  dateUpdated: Timestamp,
  lastTriggered: v.nullable(Timestamp),
})

export const sentryListWorkflows = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/workflows/',
  query: v.object({
    projectSlug: v.optional(
      v.pipe(v.string(), v.maxLength(100), v.description('Only alerts for this project.')),
    ),
    id: v.optional(v.pipe(v.string(), v.maxLength(100), v.description('Only this alert.'))),
    query: v.optional(
      v.pipe(v.string(), v.maxLength(300), v.description('Only alerts with this in their sentence.')),
      '',
    ),
  }),
  response: v.array(SentryWorkflow),
  summary: 'List alerts of an organization',
  access: 'alerts:read',
  tag: 'sentry',
})
