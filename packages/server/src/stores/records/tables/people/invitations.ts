import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '#domain/app-error.ts'
import type { InvitationRecords } from '#stores/records/invitations.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { isStillGranted, toInvitation, withMaker } from './open-invitations.ts'
import type { InvitationTable, Schema } from '#stores/records/sql/schema.ts'
import { storable } from '#stores/records/sql/text.ts'

export function invitationRecords(db: Kysely<Schema>, engine: RecordsEngine): InvitationRecords {
  return {
    async create({ organizationId, role, email, hash, invitedBy, tokenId, now, expiresAt }) {
      const row: InvitationTable = {
        id: randomUUID(),
        organization_id: organizationId,
        role,
        email: email === undefined ? null : storable(email),
        hash,
        invited_by: invitedBy ?? null,
        token_id: tokenId ?? null,
        created_at: now,
        expires_at: expiresAt,
      }
      await db.insertInto('invitations').values(row).execute()
      return toInvitation(row)
    },
    async list(organizationId, now) {
      const rows = await withMaker(db)
        .where('expires_at', '>', now)
        .where('invitations.organization_id', '=', organizationId)
        .orderBy('invitations.created_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.filter(isStillGranted).map(toInvitation)
    },
    async byHash(hash, now) {
      const row = await withMaker(db)
        .where('expires_at', '>', now)
        .where('hash', '=', hash)
        .executeTakeFirst()
      return row && isStillGranted(row) ? toInvitation(row) : undefined
    },
    async revoke(organizationId, id) {
      const result = await db
        .deleteFrom('invitations')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .executeTakeFirst()
      return result.numDeletedRows > 0n
    },
    accept: async (id, userId, now) => accept(db, engine, id, userId, now),
    async expire(now) {
      const result = await db.deleteFrom('invitations').where('expires_at', '<=', now).executeTakeFirst()
      return Number(result.numDeletedRows)
    },
  }
}

async function accept(
  db: Kysely<Schema>,
  engine: RecordsEngine,
  id: string,
  userId: string,
  now: number,
): Promise<boolean> {
  try {
    return await db.transaction().execute(async (transaction) => {
      const open = await withMaker(transaction).where('id', '=', id).executeTakeFirst()
      const used = await transaction
        .deleteFrom('invitations')
        .where('id', '=', id)
        .where('expires_at', '>', now)
        .returning(['organization_id', 'role'])
        .executeTakeFirst()
      if (!used || !open || !isStillGranted(open)) return false
      await transaction
        .insertInto('members')
        .values({ ...used, user_id: userId, created_at: now })
        .onConflict((conflict) => conflict.columns(['user_id', 'organization_id']).doNothing())
        .execute()
      return true
    })
  } catch (error) {
    if (!engine.violates(error, 'reference')) throw error
    throw new AppError('not_found', 'User not found.', { cause: error })
  }
}
