import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Never, SentryCursor, SentryNamesQuery } from './values.ts'
import { Timestamp } from '../values.ts'

const tag = 'sentry'
const query = v.object({ cursor: v.optional(SentryCursor) })

export const SentryMember = v.object({
  id: v.string(),
  email: v.string(),
  name: v.string(),
  user: v.object({
    id: v.string(),
    name: v.string(),
    username: v.string(),
    email: v.string(),
    isActive: v.boolean(),
    has2fa: v.boolean(),
    isManaged: Never,
    isStaff: Never,
    isSuperuser: Never,
    experiments: v.object({}),
  }),
  role: v.pipe(v.string(), v.description('`viewer` is reported as `member`.')),
  orgRole: v.string(),
  roleName: v.string(),
  pending: Never,
  expired: Never,
  inviteStatus: v.literal('approved'),
  inviterName: v.null(),
  flags: v.record(v.string(), Never),
  dateCreated: Timestamp,
  teams: v.pipe(v.array(v.string()), v.description('Slugs.')),
})

export const SentryTeam = v.object({
  id: v.string(),
  slug: v.string(),
  name: v.string(),
  dateCreated: Timestamp,
  isMember: v.boolean(),
  memberCount: v.number(),
  hasAccess: v.boolean(),
  isPending: Never,
  flags: v.record(v.string(), Never),
  teamRole: v.null(),
  avatar: v.object({ avatarType: v.literal('letter_avatar'), avatarUuid: v.null() }),
  projects: v.array(v.object({ id: v.string(), slug: v.string(), name: v.string() })),
})

export const SentryMe = v.object({
  id: v.string(),
  name: v.string(),
  username: v.string(),
  email: v.string(),
  isActive: v.boolean(),
})

const me = {
  method: 'GET',
  response: v.pipe(SentryMe, v.description('For a token its owner; 404 for one that has none.')),
  access: 'any',
  tag,
} as const

export const sentryGetAuth = endpoint({ ...me, path: '/api/0/auth/', summary: 'Get the user of the caller' })

export const sentryGetMe = endpoint({
  ...me,
  path: '/api/0/users/me/',
  summary: 'Get the user of the caller',
})

export const sentryListMembers = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/members/',
  query,
  response: v.array(SentryMember),
  summary: 'List members of an organization',
  access: 'member:read',
  tag,
})

export const sentryListTeams = endpoint({
  method: 'GET',
  path: '/api/0/organizations/:organization/teams/',
  query: SentryNamesQuery,
  response: v.array(SentryTeam),
  summary: 'List teams of an organization',
  access: 'team:read',
  tag,
})

export const sentryListProjectTeams = endpoint({
  method: 'GET',
  path: '/api/0/projects/:organization/:project/teams/',
  query,
  response: v.array(SentryTeam),
  summary: 'List teams of a project',
  access: 'project:read',
  tag,
})
