import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'

/**
 * What Sentry’s tools ask about and this product does not have. They take 404 for a mistake of theirs, and an empty
 * answer for what it is.
 */
const tag = 'sentry'
const None = v.pipe(v.array(v.never()), v.description('Always empty.'))

export const sentryListDashboards = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/dashboards/',
  response: None,
  summary: 'List dashboards; always empty',
  access: 'org:read',
  tag,
})

export const sentryListUptimeMonitors = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/uptime/',
  response: None,
  summary: 'List uptime monitors; always empty',
  access: 'org:read',
  tag,
})

export const sentryListMetricAlerts = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/alert-rules/',
  response: None,
  summary: 'List metric alerts; always empty, because all alerts are among the workflows',
  access: 'alerts:read',
  tag,
})

export const sentryListCombinedAlerts = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/combined-rules/',
  response: None,
  summary: 'List metric alerts by name; always empty, because all alerts are among the workflows',
  access: 'alerts:read',
  tag,
})

export const sentryListConversations = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/agents/conversations/',
  response: None,
  summary: 'List conversations with agents; always empty',
  access: 'event:read',
  tag,
})

export const sentryListReplays = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/replays/',
  response: v.object({ data: None }),
  summary: 'List replays; always empty',
  access: 'event:read',
  tag,
})

export const sentryCountReplays = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/replay-count/',
  response: v.pipe(v.strictObject({}), v.description('No issue has one.')),
  summary: 'Count replays of issues; always empty',
  access: 'event:read',
  tag,
})

export const sentryListExternalIssues = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/issues/:issue/external-issues/',
  response: None,
  summary: 'List issues of other trackers that an issue is linked to; always empty',
  access: 'event:read',
  tag,
})

export const sentryListAttachments = endpoint({
  method: 'GET',
  path: '/api/0/projects/:organization/:project/events/:event/attachments/',
  response: None,
  summary: 'List attachments of an event; always empty',
  access: 'event:read',
  tag,
})

export const sentryGetSourceLink = endpoint({
  method: 'GET',
  path: '/api/0/projects/:organization/:project/stacktrace-link/',
  response: v.object({ config: v.null(), sourceUrl: v.null() }),
  summary: 'Get the address of a stack frame in a repository; never known',
  access: 'event:read',
  tag,
})

export const sentryGetAutofix = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/issues/:issue/autofix/',
  response: v.object({ autofix: v.null() }),
  summary: 'Get what Seer found out about an issue; never anything',
  access: 'event:read',
  tag,
})

export const sentryStartAutofix = endpoint({
  method: 'POST',
  path: '/api/0/organizations/:organization/issues/:issue/autofix/',
  response: v.null(),
  summary: 'Let Seer analyse an issue; answers 404, because there is no Seer here',
  access: 'event:write',
  tag,
})
