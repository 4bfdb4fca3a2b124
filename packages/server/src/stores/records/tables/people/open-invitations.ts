import type { Kysely, Selectable, Transaction } from 'kysely'
import { mayInvite } from '#domain/people/roles.ts'
import type { Invitation } from '#stores/records/invitations.ts'
import type { InvitationTable, Schema } from '#stores/records/sql/schema.ts'

export type InvitationRow = Selectable<InvitationTable> & { readonly maker_role: string | null }

/** With what the maker is to the organization now. */
export function withMaker(db: Kysely<Schema>) {
  return db
    .selectFrom('invitations')
    .leftJoin('members', (join) =>
      join
        .onRef('members.user_id', '=', 'invitations.invited_by')
        .onRef('members.organization_id', '=', 'invitations.organization_id'),
    )
    .selectAll('invitations')
    .select('members.role as maker_role')
}

/** An invitation that was made while its maker lost the role must not let anybody in either. */
export function isStillGranted({ invited_by: maker, maker_role: own, role }: InvitationRow): boolean {
  return maker === null || (own !== null && mayInvite(own, role))
}

/** Removes open invitations of an organization and answers them. */
export async function endInvitations(
  transaction: Transaction<Schema>,
  organizationId: string,
  ends: (row: InvitationRow) => boolean,
): Promise<readonly Invitation[]> {
  const rows = await withMaker(transaction)
    .where('invitations.organization_id', '=', organizationId)
    .orderBy('invitations.created_at')
    .orderBy('id')
    .execute()
  const ending = rows.filter(ends)
  for (const { id } of ending) await transaction.deleteFrom('invitations').where('id', '=', id).execute()
  return ending.map(toInvitation)
}

export function toInvitation(row: Selectable<InvitationTable>): Invitation {
  return {
    id: row.id,
    organizationId: row.organization_id,
    role: row.role,
    email: row.email ?? undefined,
    invitedBy: row.invited_by ?? undefined,
    tokenId: row.token_id ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
