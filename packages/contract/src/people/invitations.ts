import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { OrganizationChoice, Role, RoleName } from './roles.ts'
import { Timestamp } from '../values.ts'

const tag = 'members'

export const Invitation = v.object({
  id: v.string(),
  role: RoleName,
  email: v.pipe(v.nullable(v.string()), v.description('Whom it was sent to; null: whoever has the link.')),
  invitedBy: v.pipe(v.nullable(v.string()), v.description('Name of who made it.')),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type Invitation = v.InferOutput<typeof Invitation>

const Email = v.pipe(v.string(), v.trim(), v.maxLength(254), v.email('must be an e-mail address'))
const Secret = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(200),
  v.description('What stands behind the # of the link.'),
)

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/v1/invitations',
  response: v.object({
    invitations: v.array(Invitation),
    sendsMail: v.pipe(v.boolean(), v.description('Whether a mail server is configured.')),
  }),
  summary: 'Invitations that nobody accepted yet',
  access: 'member:write',
  tag,
})

export const createInvitation = endpoint({
  method: 'POST',
  path: '/api/v1/invitations',
  body: v.object({
    role: Role,
    email: v.optional(
      v.pipe(v.nullable(Email), v.description('Null: make a link only, for whoever gets it.')),
      null,
    ),
    organization: OrganizationChoice,
  }),
  response: v.object({
    invitation: Invitation,
    link: v.pipe(v.string(), v.description('Shown this once; only its hash is stored.')),
    mail: v.object({
      state: v.picklist(['not_asked', 'not_configured', 'sent', 'failed']),
      detail: v.pipe(v.nullable(v.string()), v.description('What the mail server said, where it failed.')),
    }),
  }),
  status: 201,
  summary: 'Invite somebody by link or e-mail; works once, for seven days',
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
    organization: v.pipe(v.string(), v.description('Its name.')),
    role: RoleName,
    email: v.nullable(v.string()),
    invitedBy: v.nullable(v.string()),
    expiresAt: Timestamp,
  }),
  summary: 'What an invitation is for',
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
              v.minLength(10, 'must have 10 characters or more'),
              v.maxLength(128, 'must have 128 characters or fewer'),
            ),
            name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
          }),
        ),
        v.description('A new account; null: that of whoever is signed in.'),
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
