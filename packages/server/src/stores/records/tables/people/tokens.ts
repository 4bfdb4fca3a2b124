import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { ApiToken, FoundToken, TokenRecords } from '#stores/records/tokens.ts'
import { endInvitations } from './open-invitations.ts'
import type { ApiTokenTable, Schema } from '#stores/records/sql/schema.ts'
import { storable } from '#stores/records/sql/text.ts'

export function tokenRecords(db: Kysely<Schema>): TokenRecords {
  return {
    async create({ organizationId, name, hash, scopes, ownerId, expiresAt, now }) {
      const row: ApiTokenTable = {
        id: randomUUID(),
        organization_id: organizationId,
        name: storable(name),
        hash,
        scopes: JSON.stringify(scopes),
        owner_id: ownerId ?? null,
        created_at: now,
        last_used_at: null,
        expires_at: expiresAt ?? null,
      }
      await db.insertInto('api_tokens').values(row).execute()
      return toToken(row)
    },
    async byHash(hash) {
      const row = await withOwner(db).where('hash', '=', hash).executeTakeFirst()
      return row && toFound(row)
    },
    async list(organizationId) {
      const rows = await withOwner(db)
        .where('api_tokens.organization_id', '=', organizationId)
        .orderBy('api_tokens.created_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(toFound)
    },
    delete: async (organizationId, id) =>
      db.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('api_tokens')
          .where('organization_id', '=', organizationId)
          .where('id', '=', id)
          .executeTakeFirst()
        if (numDeletedRows === 0n) return undefined
        return endInvitations(transaction, organizationId, ({ token_id: made }) => made === id)
      }),
    async touch(id, now) {
      await db.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', id).execute()
    },
  }
}

/** One query: it is asked at every request with a token. */
function withOwner(db: Kysely<Schema>) {
  return db
    .selectFrom('api_tokens')
    .leftJoin('members', (join) =>
      join
        .onRef('members.user_id', '=', 'api_tokens.owner_id')
        .onRef('members.organization_id', '=', 'api_tokens.organization_id'),
    )
    .selectAll('api_tokens')
    .select('members.role as owner_role')
}

function toFound(row: Selectable<ApiTokenTable> & { readonly owner_role: string | null }): FoundToken {
  return { ...toToken(row), ownerRole: row.owner_role ?? undefined }
}

export function toToken(row: Selectable<ApiTokenTable>): ApiToken {
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    scopes: JSON.parse(row.scopes) as string[],
    ownerId: row.owner_id ?? undefined,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at === null ? undefined : row.last_used_at,
    expiresAt: row.expires_at === null ? undefined : row.expires_at,
  }
}
