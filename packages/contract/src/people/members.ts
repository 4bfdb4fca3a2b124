import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { OrganizationChoice, Role, RoleName } from './roles.ts'
import { Timestamp } from '../values.ts'

const tag = 'members'

export const Member = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  role: RoleName,
  joinedAt: Timestamp,
  twoFactor: v.pipe(v.boolean(), v.description('True if two-factor authentication is on.')),
})
export type Member = v.InferOutput<typeof Member>

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/v1/members',
  response: v.object({ members: v.array(Member) }),
  summary: 'List members of your organizations',
  access: 'member:read',
  tag,
})

const MemberId = v.pipe(v.string(), v.maxLength(100), v.description('ID of a member.'))
const query = v.object({ organization: OrganizationChoice })

export const updateMember = endpoint({
  method: 'PATCH',
  path: '/api/v1/members/:member',
  params: { member: MemberId },
  query,
  body: v.object({ role: Role }),
  response: Member,
  summary: 'Change a member’s role; the last owner can’t be changed',
  access: 'member:write',
  tag,
})

const Unassigned = v.pipe(v.number(), v.description('Number of issues that are unassigned now.'))

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/v1/members/:member',
  params: { member: MemberId },
  query,
  response: v.object({ removed: v.string(), unassigned: Unassigned }),
  summary: 'Remove a member; ends their sessions and unassigns their issues and teams',
  access: 'member:write',
  tag,
})

export const leaveOrganization = endpoint({
  method: 'DELETE',
  path: '/api/v1/membership',
  query,
  response: v.object({
    left: v.pipe(v.string(), v.description('Slug of the organization.')),
    unassigned: Unassigned,
  }),
  summary:
    'Leave an organization; ends your sessions and unassigns your issues and teams. The last owner can’t leave',
  access: 'session member:read',
  tag,
})
