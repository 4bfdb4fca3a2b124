import { scopesOfToken } from '#domain/people/roles.ts'
import type { Invitation } from '#stores/records/invitations.ts'
import type { ApiToken } from '#stores/records/tokens.ts'
import type { AuditNote } from '#product/common/commands/audit.ts'

export function invitationTarget({ id, email, role }: Invitation) {
  return { kind: 'invitation', id, name: email ?? role } as const
}

/** Lines for invitations that ended with something else; `invitedBy` where it was a person. */
export function endedInvitations(
  invitations: readonly Invitation[],
  invitedBy: string | undefined,
): readonly AuditNote[] {
  return invitations.map((invitation) => ({
    organizationId: invitation.organizationId,
    verb: 'revoked',
    target: invitationTarget(invitation),
    before: { role: invitation.role, ...(invitedBy !== undefined && { invitedBy }) },
  }))
}

/** Lines for tokens that ended with the membership of their owner. */
export function endedTokens(tokens: readonly ApiToken[], owner: string): readonly AuditNote[] {
  return tokens.map(({ id, organizationId, name, scopes }) => ({
    organizationId,
    verb: 'revoked',
    target: { kind: 'token', id, name },
    before: { name, scopes, owner },
  }))
}

/** Lines for tokens that may something else in the hands of another role; what stays the same is no line. */
export function changedTokens(
  tokens: readonly ApiToken[],
  role: { readonly before: string; readonly after: string },
): readonly AuditNote[] {
  return tokens.map(({ id, organizationId, name, scopes }) => ({
    organizationId,
    verb: 'changed',
    target: { kind: 'token', id, name },
    before: { scopes: [...scopesOfToken(scopes, role.before)] },
    after: { scopes: [...scopesOfToken(scopes, role.after)] },
  }))
}
