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
  twoFactor: v.pipe(v.boolean(), v.description('Whether a second step is asked for after the password.')),
})
export type Member = v.InferOutput<typeof Member>

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/v1/members',
  response: v.object({ members: v.array(Member) }),
  summary: 'The people of your organizations',
  access: 'member:read',
  tag,
})

const MemberId = v.pipe(v.string(), v.maxLength(100), v.description('The id of a member.'))
const query = v.object({ organization: OrganizationChoice })

export const updateMember = endpoint({
  method: 'PATCH',
  path: '/api/v1/members/:member',
  params: { member: MemberId },
  query,
  body: v.object({ role: Role }),
  response: Member,
  summary: 'Change the role of a member; the last owner stays one',
  access: 'member:write',
  tag,
})

const Unassigned = v.pipe(v.number(), v.description('Issues that were theirs and are nobody’s now.'))

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/v1/members/:member',
  params: { member: MemberId },
  query,
  response: v.object({ removed: v.string(), unassigned: Unassigned }),
  summary: 'Remove a member: ends their sessions and takes their issues and teams',
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
  summary: 'Leave an organization: ends your sessions and takes your issues and teams; the last owner cannot',
  access: 'session member:read',
  tag,
})
