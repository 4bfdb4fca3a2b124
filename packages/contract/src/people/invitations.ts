import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { OrganizationChoice, Role, RoleName } from './roles.ts'
import { Timestamp } from '../values.ts'

const tag = 'members'

export const Invitation = v.object({
  id: v.string(),
  role: RoleName,
  email: v.pipe(v.nullable(v.string()), v.description('Address it was sent to; null: anyone with the link.')),
  invitedBy: v.pipe(v.nullable(v.string()), v.description('Name of the creator.')),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type Invitation = v.InferOutput<typeof Invitation>

const Email = v.pipe(v.string(), v.trim(), v.maxLength(254), v.email('must be an email address'))
const Secret = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(200),
  v.description('The part of the link after #.'),
)

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/v1/invitations',
  response: v.object({
    invitations: v.array(Invitation),
    sendsMail: v.pipe(v.boolean(), v.description('Whether a mail server is configured.')),
  }),
  summary: 'List pending invitations',
  access: 'member:write',
  tag,
})

export const createInvitation = endpoint({
  method: 'POST',
  path: '/api/v1/invitations',
  body: v.object({
    role: Role,
    email: v.optional(
      v.pipe(v.nullable(Email), v.description('Null: only create a link that anyone can use.')),
      null,
    ),
    organization: OrganizationChoice,
  }),
  response: v.object({
    invitation: Invitation,
    link: v.pipe(v.string(), v.description('Only returned once; only a hash is stored.')),
    mail: v.object({
      state: v.picklist(['not_asked', 'not_configured', 'sent', 'failed']),
      detail: v.pipe(v.nullable(v.string()), v.description('Error of the mail server, if sending failed.')),
    }),
  }),
  status: 201,
  summary: 'Create an invitation by link or email; it works once and expires in seven days',
  access: 'member:write',
  tag,
})

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/api/v1/invitations/:invitation',
  query: v.object({ organization: OrganizationChoice }),
  response: v.object({ revoked: v.string() }),
  summary: 'Revoke an invitation',
  access: 'member:write',
  tag,
})

export const readInvitation = endpoint({
  method: 'POST',
  path: '/api/v1/join',
  body: v.object({ secret: Secret }),
  response: v.object({
    organization: v.pipe(v.string(), v.description('Name of the organization.')),
    role: RoleName,
    email: v.nullable(v.string()),
    invitedBy: v.nullable(v.string()),
    expiresAt: Timestamp,
  }),
  summary: 'Get an invitation',
  access: 'public',
  tag,
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/v1/join/accept',
  body: v.object({
    secret: Secret,
    account: v.optional(
      v.pipe(
        v.nullable(
          v.object({
            email: Email,
            password: v.pipe(
              v.string(),
              v.minLength(10, 'must have at least 10 characters'),
              v.maxLength(128, 'must have at most 128 characters'),
            ),
            name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
          }),
        ),
        v.description('A new account; null: use the signed-in one.'),
      ),
      null,
    ),
  }),
  response: v.object({ userId: v.string() }),
  status: 201,
  summary: 'Accept an invitation with a new account or the one that is signed in',
  access: 'public',
  tag,
})
