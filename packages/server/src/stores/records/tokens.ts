import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { ApiToken, TokenRecords } from '#stores/records.ts'
import type { ApiTokenTable, Schema } from './schema.ts'
import { storable } from './text.ts'

export function tokenRecords(db: Kysely<Schema>): TokenRecords {
  return {
    async create({ organizationId, name, hash, scopes, expiresAt, now }) {
      const row: ApiTokenTable = {
        id: randomUUID(),
        organization_id: organizationId,
        name: storable(name),
        hash,
        scopes: JSON.stringify(scopes),
        created_at: now,
        last_used_at: null,
        expires_at: expiresAt ?? null,
      }
      await db.insertInto('api_tokens').values(row).execute()
      return toToken(row)
    },
    async byHash(hash) {
      const row = await db.selectFrom('api_tokens').selectAll().where('hash', '=', hash).executeTakeFirst()
      return row && toToken(row)
    },
    async list(organizationId) {
      const rows = await db
        .selectFrom('api_tokens')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(toToken)
    },
    async delete(organizationId, id) {
      const result = await db
        .deleteFrom('api_tokens')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .executeTakeFirst()
      return result.numDeletedRows > 0n
    },
    async touch(id, now) {
      await db.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', id).execute()
    },
  }
}

function toToken(row: Selectable<ApiTokenTable>): ApiToken {
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    scopes: JSON.parse(row.scopes) as string[],
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at === null ? undefined : row.last_used_at,
    expiresAt: row.expires_at === null ? undefined : row.expires_at,
  }
}
