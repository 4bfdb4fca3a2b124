import type { Kysely, Transaction } from 'kysely'
import { AppError } from '#domain/app-error.ts'
import type { Member, MemberRecords, Removed } from '#stores/records/members.ts'
import { endInvitations, isStillGranted } from './open-invitations.ts'
import type { Schema } from '#stores/records/sql/schema.ts'
import { toToken } from './tokens.ts'

export function memberRecords(db: Kysely<Schema>): MemberRecords {
  return {
    async rolesOf(userId) {
      const rows = await db
        .selectFrom('members')
        .innerJoin('organizations', 'organizations.id', 'members.organization_id')
        .select(['members.organization_id', 'members.role'])
        .where('members.user_id', '=', userId)
        .orderBy('organizations.created_at')
        .orderBy('organizations.id')
        .execute()
      return new Map(rows.map((row) => [row.organization_id, row.role]))
    },
    list: async (organizationId) => (await membersOf(db, organizationId).execute()).map(toMember),
    async find(organizationId, userId) {
      const row = await membersOf(db, organizationId).where('members.user_id', '=', userId).executeTakeFirst()
      return row && toMember(row)
    },
    async changeRole(organizationId, userId, role) {
      return db.transaction().execute(async (transaction) => {
        const before = await lockedRole(transaction, organizationId, userId)
        if (role !== 'owner') await refuseLastOwner(transaction, organizationId, before)
        await transaction
          .updateTable('members')
          .set({ role })
          .where('organization_id', '=', organizationId)
          .where('user_id', '=', userId)
          .execute()
        return endInvitations(
          transaction,
          organizationId,
          (row) => row.invited_by === userId && !isStillGranted(row),
        )
      })
    },
    remove: async (organizationId, userId) =>
      db.transaction().execute(async (transaction) => {
        const before = await lockedRole(transaction, organizationId, userId)
        await refuseLastOwner(transaction, organizationId, before)
        return removeMember(transaction, organizationId, userId)
      }),
  }
}

function membersOf(db: Kysely<Schema>, organizationId: string) {
  return db
    .selectFrom('members')
    .innerJoin('auth_user', 'auth_user.id', 'members.user_id')
    .select([
      'members.user_id as userId',
      'auth_user.name as name',
      'auth_user.email as email',
      'members.role as role',
      'members.created_at as joinedAt',
      'auth_user.twoFactorEnabled as twoFactor',
    ])
    .where('members.organization_id', '=', organizationId)
    .orderBy('auth_user.name')
    .orderBy('auth_user.id')
}

function toMember(row: Omit<Member, 'twoFactor'> & { readonly twoFactor: unknown }): Member {
  return { ...row, twoFactor: Boolean(row.twoFactor) }
}

/** Of two owners who remove each other at once the second must see that the first is gone. */
async function lockedRole(
  transaction: Transaction<Schema>,
  organizationId: string,
  userId: string,
): Promise<string> {
  await transaction
    .updateTable('organizations')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', organizationId)
    .execute()
  const row = await transaction
    .selectFrom('members')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'Member not found.')
  return row.role
}

async function refuseLastOwner(
  transaction: Transaction<Schema>,
  organizationId: string,
  role: string,
): Promise<void> {
  if (role !== 'owner') return
  const owners = await transaction
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'owner')
    .limit(2)
    .execute()
  if (owners.length > 1) return
  throw new AppError(
    'conflict',
    'An organization needs at least one owner. Make someone else an owner first.',
  )
}

async function removeMember(
  transaction: Transaction<Schema>,
  organizationId: string,
  userId: string,
): Promise<Removed> {
  const projects = transaction
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
  await transaction
    .deleteFrom('members')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
  const teams = transaction.selectFrom('teams').select('id').where('organization_id', '=', organizationId)
  await transaction
    .deleteFrom('team_members')
    .where('user_id', '=', userId)
    .where('team_id', 'in', teams)
    .execute()
  // What is parted again from an issue it was merged into comes back as it was before, with whom it was assigned to.
  await transaction
    .updateTable('issue_aliases')
    .set({ assignee_id: null })
    .where('assignee_id', '=', userId)
    .where('project_id', 'in', projects)
    .execute()
  const unassigned = await transaction
    .updateTable('issues')
    .set({ assignee_id: null })
    .where('assignee_id', '=', userId)
    .where('project_id', 'in', projects)
    .executeTakeFirst()
  await transaction.deleteFrom('auth_session').where('userId', '=', userId).execute()
  const tokens = await transaction
    .deleteFrom('api_tokens')
    .where('organization_id', '=', organizationId)
    .where('owner_id', '=', userId)
    .returningAll()
    .execute()
  const gone = new Set(tokens.map(({ id }) => id))
  const invitations = await endInvitations(
    transaction,
    organizationId,
    (row) => row.invited_by === userId || (row.token_id !== null && gone.has(row.token_id)),
  )
  return { unassigned: Number(unassigned.numUpdatedRows), tokens: tokens.map(toToken), invitations }
}
