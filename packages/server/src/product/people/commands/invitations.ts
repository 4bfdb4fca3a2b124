import { checkNewUser } from '#accounts/new-user.ts'
import type { NewUser } from '#accounts/accounts.ts'
import { hashToken, mintSecret } from '#accounts/token.ts'
import { AppError } from '#domain/app-error.ts'
import { INVITATION_MS, invitationLink } from '#domain/people/invitation.ts'
import { MailRefused, type Mailer } from '#domain/mail.ts'
import type { Organization } from '#domain/projects/project.ts'
import type { Role } from '#domain/people/roles.ts'
import type { Invitation } from '#stores/records/invitations.ts'
import { audit } from '#product/common/commands/audit.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'
import { invitationTarget } from './ended.ts'
import { invitationMail } from './invitation-mail.ts'
import { refuseAbove, type Handler } from './members.ts'

export interface InvitationDeps extends CommandDeps {
  /** Undefined: no mail server is configured. */
  readonly mailer: Mailer | undefined
  readonly publicUrl: () => string
}

/** What became of the e-mail. The link works either way. */
export type Sent =
  | { readonly state: 'not_asked' | 'not_configured' | 'sent' }
  | { readonly state: 'failed'; readonly detail: string }

export interface Invited {
  readonly invitation: Invitation
  /** In the answer and in the e-mail, and nowhere else. */
  readonly link: string
  readonly sent: Sent
}

const PENDING_AT_ONCE = 500

export async function invite(
  deps: InvitationDeps,
  handler: Handler,
  organization: Organization,
  input: { readonly role: Role; readonly email: string | undefined },
): Promise<Invited> {
  const { records, now } = deps
  const organizationId = organization.id
  refuseAbove(handler, input.role)
  const email = input.email?.trim().toLowerCase()
  if (email !== undefined) await refuseMember(deps, organizationId, email)
  if ((await records.invitations.list(organizationId, now())).length >= PENDING_AT_ONCE) {
    throw new AppError('conflict', 'Too many pending invitations. Revoke some first.')
  }
  const { secret, hash } = mintSecret()
  const invitation = await records.invitations.create({
    organizationId,
    role: input.role,
    email,
    hash,
    invitedBy: handler.personId,
    tokenId: handler.actor.kind === 'token' ? handler.actor.id : undefined,
    now: now(),
    expiresAt: now() + INVITATION_MS,
  })
  await audit(deps, handler.actor, {
    organizationId,
    verb: 'created',
    target: invitationTarget(invitation),
    after: { role: input.role, email: email ?? null },
  })
  const link = invitationLink(deps.publicUrl(), secret)
  return { invitation, link, sent: await send(deps, handler, organization, email, link) }
}

export async function revokeInvitation(
  deps: Pick<CommandDeps, 'records' | 'now'>,
  handler: Handler,
  organization: Organization,
  id: string,
): Promise<void> {
  const pending = await deps.records.invitations.list(organization.id, deps.now())
  const invitation = pending.find((candidate) => candidate.id === id)
  if (!invitation) throw new AppError('not_found', 'Invitation not found.')
  refuseAbove(handler, invitation.role)
  await deps.records.invitations.revoke(organization.id, id)
  await audit(deps, handler.actor, {
    organizationId: organization.id,
    verb: 'revoked',
    target: invitationTarget(invitation),
    before: { role: invitation.role },
  })
}

export interface Joining {
  readonly secret: string
  /** The signed-in user. */
  readonly userId: string | undefined
  /** The new account. */
  readonly user: NewUser | undefined
}

/** Makes the account or takes the one that is signed in, and lets it in. Answers who it is. */
export async function acceptInvitation(
  deps: CommandDeps,
  { secret, userId, user }: Joining,
): Promise<{ readonly userId: string; readonly organizationId: string }> {
  const invitation = await openInvitation(deps, secret)
  const { records, now } = deps
  // Opening one's own link must not use it up for the invitee.
  if (userId !== undefined && (await records.members.find(invitation.organizationId, userId))) {
    throw new AppError('conflict', 'You’re already a member. The link still works for someone else.')
  }
  const id = userId ?? (await newAccount(deps, invitation, user))
  if (!(await records.invitations.accept(invitation.id, id, now()))) {
    if (userId === undefined) await deps.accounts.removeUser(id)
    throw notValid()
  }
  const { organizationId } = invitation
  const member = await records.members.find(organizationId, id)
  await audit(
    deps,
    { kind: 'user', id },
    {
      organizationId,
      verb: 'joined',
      target: { kind: 'member', id, name: member?.name ?? '' },
      after: { role: member?.role ?? invitation.role, email: member?.email ?? null },
    },
  )
  return { userId: id, organizationId }
}

/** What a link is for, before it is used. */
export async function openInvitation(
  { records, now }: Pick<CommandDeps, 'records' | 'now'>,
  secret: string,
): Promise<Invitation> {
  const invitation = await records.invitations.byHash(hashToken(secret), now())
  if (!invitation) throw notValid()
  return invitation
}

async function newAccount(
  { accounts }: CommandDeps,
  { email }: Invitation,
  user: NewUser | undefined,
): Promise<string> {
  if (user === undefined) throw new AppError('unauthenticated', 'Sign in or create an account.')
  const checked = checkNewUser(user)
  // The link from an invitation email proves the address; other addresses are not verified.
  if (email !== undefined && checked.email !== email) {
    throw new AppError('invalid_input', `This invitation is for ${email}.`)
  }
  return (await accounts.createUser(checked)).id
}

async function refuseMember({ records }: CommandDeps, organizationId: string, email: string): Promise<void> {
  const members = await records.members.list(organizationId)
  if (!members.some((member) => member.email === email)) return
  throw new AppError('conflict', `${email} is a member already.`)
}

async function send(
  { mailer, records }: InvitationDeps,
  { actor }: Handler,
  organization: Organization,
  email: string | undefined,
  link: string,
): Promise<Sent> {
  if (email === undefined) return { state: 'not_asked' }
  if (mailer === undefined) return { state: 'not_configured' }
  const [inviter] = actor.id === undefined ? [] : await records.people.byIds([actor.id])
  const mail = invitationMail({ organization: organization.name, inviter: inviter?.name, link })
  try {
    await mailer.send({ to: email, ...mail })
    return { state: 'sent' }
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    return { state: 'failed', detail: error.message }
  }
}

function notValid(): AppError {
  return new AppError('not_found', 'This invitation is no longer valid. Ask for a new one.')
}
