import { AppError } from '#domain/app-error.ts'
import type { Actor } from '#domain/people/audit.ts'
import type { Organization } from '#domain/projects/project.ts'
import { isRole, mayHandle, type Role } from '#domain/people/roles.ts'
import type { Member } from '#stores/records/members.ts'
import { audit } from '#product/common/commands/audit.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'
import { changedTokens, endedInvitations, endedTokens } from './ended.ts'
import { endSharesOf } from '#product/issues/commands/share-issue.ts'

type MemberDeps = Pick<CommandDeps, 'records' | 'now'>

/** The actor who changes members, with the role in that organization. A token acts as an admin. */
export interface Handler {
  readonly actor: Actor
  readonly role: string
  /** Whose membership it depends on what they make; undefined: a token of the organization itself. */
  readonly personId: string | undefined
}

export async function changeRole(
  deps: MemberDeps,
  handler: Handler,
  organization: Organization,
  userId: string,
  role: Role,
): Promise<void> {
  const member = await existing(deps, organization, userId)
  refuseAbove(handler, member.role)
  refuseAbove(handler, role)
  const ended = await deps.records.members.changeRole(organization.id, userId, role)
  const tokens = (await deps.records.tokens.list(organization.id)).filter(({ ownerId }) => ownerId === userId)
  await audit(
    deps,
    handler.actor,
    {
      organizationId: organization.id,
      verb: 'changed',
      target: { kind: 'member', id: userId, name: nameOf(member) },
      before: { role: member.role },
      after: { role },
    },
    ...changedTokens(tokens, { before: member.role, after: role }),
    ...endedInvitations(ended, nameOf(member)),
  )
}

/** Also ends their sessions, tokens and pending invitations. Returns the number of issues that became unassigned. */
export async function removeMember(
  deps: MemberDeps,
  handler: Handler,
  organization: Organization,
  userId: string,
): Promise<number> {
  const member = await existing(deps, organization, userId)
  const isOwnRequest = handler.actor.kind === 'user' && handler.actor.id === userId
  if (!isOwnRequest) refuseAbove(handler, member.role)
  const { unassigned, tokens, invitations } = await deps.records.members.remove(organization.id, userId)
  await audit(
    deps,
    handler.actor,
    {
      organizationId: organization.id,
      verb: isOwnRequest ? 'left' : 'deleted',
      target: { kind: 'member', id: userId, name: nameOf(member) },
      before: { role: member.role, email: member.email, issues: unassigned },
    },
    ...endedInvitations(invitations, nameOf(member)),
    ...endedTokens(tokens, nameOf(member)),
  )
  await endSharesOf(deps, handler.actor, organization.id, userId)
  return unassigned
}

export function refuseAbove({ role: own }: Handler, other: string): void {
  // A role that only a newer version knows may be above all others.
  if (isRole(own) && isRole(other) && mayHandle(own, other)) return
  throw new AppError('forbidden', 'Only owners can add, change or remove owners.')
}

async function existing({ records }: MemberDeps, { id }: Organization, userId: string): Promise<Member> {
  const member = await records.members.find(id, userId)
  if (!member) throw new AppError('not_found', 'Member not found.')
  return member
}

function nameOf({ name, email }: Member): string {
  return name || email
}
