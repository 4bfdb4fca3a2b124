import type { Kysely, Selectable, Transaction } from 'kysely'
import { AppError } from '#domain/app-error.ts'
import type { AuditEntry, Fields } from '#domain/people/audit.ts'
import type { AuditFilter, AuditRecords, StoredAuditEntry } from '#stores/records/audit.ts'
import type { AuditTable, Schema } from '#stores/records/sql/schema.ts'
import { storable } from '#stores/records/sql/text.ts'

export function auditRecords(db: Kysely<Schema>, reads: Kysely<Schema>): AuditRecords {
  return {
    async add(entries) {
      if (entries.length === 0) return
      await db.transaction().execute(async (transaction) => {
        for (const entry of entries) {
          const position = await nextPosition(transaction, entry.organizationId)
          await transaction.insertInto('audit').values(toRow(entry, position)).execute()
        }
      })
    },
    page: async (organizationId, filter, options) => page(reads, organizationId, filter, options),
    async expire(before) {
      const result = await db.deleteFrom('audit').where('at', '<', before).executeTakeFirst()
      return Number(result.numDeletedRows)
    },
  }
}

async function nextPosition(transaction: Transaction<Schema>, organizationId: string): Promise<number> {
  // The highest position locks nothing where there is none, so this row is what two at once queue for.
  await transaction
    .updateTable('organizations')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', organizationId)
    .execute()
  const last = await transaction
    .selectFrom('audit')
    .select('position')
    .where('organization_id', '=', organizationId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (last?.position ?? 0) + 1
}

async function page(
  db: Kysely<Schema>,
  organizationId: string,
  filter: AuditFilter,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
) {
  let query = db.selectFrom('audit').selectAll().where('organization_id', '=', organizationId)
  if (cursor !== undefined) query = query.where('position', '<', positionIn(cursor))
  if (filter.actorId !== undefined) query = query.where('actor_id', '=', filter.actorId)
  if (filter.kind !== undefined) query = query.where('target_kind', '=', filter.kind)
  if (filter.verb !== undefined) query = query.where('action', '=', filter.verb)
  if (filter.since !== undefined) query = query.where('at', '>=', filter.since)
  if (filter.until !== undefined) query = query.where('at', '<', filter.until)
  const rows = await query
    .orderBy('position', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  return {
    entries: shown.map(toEntry),
    next: rows.length > limit ? String(shown.at(-1)!.position) : undefined,
  }
}

function positionIn(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw new AppError('invalid_input', 'Invalid cursor.')
  return Number(cursor)
}

function toRow(entry: AuditEntry, position: number): AuditTable {
  return {
    organization_id: entry.organizationId,
    position,
    at: entry.at,
    actor_kind: entry.actor.kind,
    actor_id: entry.actor.id ?? null,
    actor_name: storable(entry.actor.name),
    action: entry.verb,
    target_kind: entry.target.kind,
    target_id: entry.target.id ?? null,
    target_name: storable(entry.target.name),
    before: entry.before === undefined ? null : storable(JSON.stringify(entry.before)),
    after: entry.after === undefined ? null : storable(JSON.stringify(entry.after)),
  }
}

function toEntry(row: Selectable<AuditTable>): StoredAuditEntry {
  return {
    organizationId: row.organization_id,
    position: row.position,
    at: row.at,
    actor: { kind: row.actor_kind, id: row.actor_id ?? undefined, name: row.actor_name },
    verb: row.action,
    target: { kind: row.target_kind, id: row.target_id ?? undefined, name: row.target_name },
    before: row.before === null ? undefined : (JSON.parse(row.before) as Fields),
    after: row.after === null ? undefined : (JSON.parse(row.after) as Fields),
  }
}
