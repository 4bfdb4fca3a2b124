import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Never, SentryNamesQuery } from './values.ts'
import { Timestamp } from '../values.ts'

export const SentryOrganization = v.object({
  id: v.string(),
  slug: v.string(),
  name: v.string(),
  dateCreated: Timestamp,
  status: v.object({ id: v.literal('active'), name: v.literal('active') }),
  isEarlyAdopter: Never,
  require2FA: Never,
  requireEmailVerification: Never,
  allowMemberInvite: Never,
  allowMemberProjectCreation: Never,
  allowSuperuserAccess: Never,
  hasAuthProvider: Never,
  features: v.array(v.string()),
  avatar: v.object({ avatarType: v.literal('letter_avatar'), avatarUuid: v.null() }),
  links: v.object({
    organizationUrl: v.string(),
    regionUrl: v.optional(
      v.pipe(v.string(), v.description('Left out where it would be HTTP, which tools refuse.')),
    ),
  }),
})

/** What Sentry says about products that are not part of Hindcast. */
export const ABSENT_PRODUCTS = [
  'hasFlags',
  'hasLogs',
  'hasMonitors',
  'hasProfiles',
  'hasReplays',
  'hasTraceMetrics',
  'hasInsightsAgentMonitoring',
  'hasInsightsAppStart',
  'hasInsightsAssets',
  'hasInsightsCaches',
  'hasInsightsDb',
  'hasInsightsHttp',
  'hasInsightsMCP',
  'hasInsightsQueues',
  'hasInsightsScreenLoad',
  'hasInsightsVitals',
] as const

export const SentryProject = v.object({
  id: v.string(),
  slug: v.string(),
  name: v.string(),
  platform: v.nullable(v.string()),
  dateCreated: Timestamp,
  firstEvent: v.nullable(Timestamp),
  status: v.literal('active'),
  isBookmarked: Never,
  isMember: v.boolean(),
  isPublic: Never,
  isInternal: Never,
  hasAccess: v.boolean(),
  platforms: v.array(v.string()),
  avatar: v.object({ avatarType: v.literal('letter_avatar'), avatarUuid: v.null() }),
  ...Object.fromEntries(ABSENT_PRODUCTS.map((name) => [name, Never] as const)),
  features: v.array(v.string()),
  team: v.null(),
  teams: v.array(v.unknown()),
  organization: SentryOrganization,
})

export const sentryInfo = endpoint({
  method: 'GET',
  path: '/api/0/',
  response: v.object({
    version: v.literal('0'),
    auth: v.nullable(v.object({ scopes: v.array(v.string()) })),
    user: v.nullable(v.object({ id: v.string(), email: v.string(), name: v.string() })),
  }),
  summary: 'Get the caller and its scopes',
  access: 'any',
  tag: 'sentry',
})

export const sentryListOrganizations = endpoint({
  method: 'GET',
  path: '/api/0/organizations/',
  query: SentryNamesQuery,
  response: v.array(SentryOrganization),
  summary: 'List organizations of the caller',
  access: 'org:read',
  tag: 'sentry',
})

export const sentryGetOrganization = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/',
  response: SentryOrganization,
  summary: 'Get an organization',
  access: 'org:read',
  tag: 'sentry',
})

export const sentryListProjects = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/projects/',
  query: SentryNamesQuery,
  response: v.array(SentryProject),
  summary: 'List projects of an organization',
  access: 'project:read',
  tag: 'sentry',
})

export const sentryGetProject = endpoint({
  method: 'GET',
  path: '/api/0/projects/:organization/:project/',
  response: SentryProject,
  summary: 'Get a project',
  access: 'project:read',
  tag: 'sentry',
})
