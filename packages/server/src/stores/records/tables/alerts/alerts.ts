import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Alert, AlertRule } from '#domain/alerts/alert.ts'
import type { AlertMemory } from '#domain/alerts/fact.ts'
import { AppError } from '#domain/app-error.ts'
import type { AlertRecords } from '#stores/records/alerts.ts'
import type { AlertTable } from './alert-tables.ts'
import { newDelivery } from './deliveries.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

export function alertRecords(db: Kysely<Schema>): AlertRecords {
  return {
    create: async (...args) => db.transaction().execute((transaction) => create(transaction, ...args)),
    async list(organizationId) {
      const rows = await db
        .selectFrom('alerts')
        .selectAll()
        .$if(organizationId !== undefined, (query) => query.where('organization_id', '=', organizationId!))
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toAlert)
    },
    byId: async (id) => byId(db, id),
    update: async (...args) => db.transaction().execute((transaction) => update(transaction, ...args)),
    async delete(id) {
      const { numDeletedRows } = await db.deleteFrom('alerts').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },
    async memory(id) {
      const row = await db.selectFrom('alerts').select('memory').where('id', '=', id).executeTakeFirst()
      return row && (JSON.parse(row.memory) as AlertMemory)
    },
    remember: async (...args) => db.transaction().execute((transaction) => remember(transaction, ...args)),
  }
}

async function byId(db: Kysely<Schema>, id: string): Promise<Alert | undefined> {
  const row = await db.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toAlert(row)
}

async function create(
  transaction: Transaction<Schema>,
  ...[{ organizationId, createdBy, ...rule }, { memory, now, most }]: Parameters<AlertRecords['create']>
): Promise<Alert> {
  const { count } = await transaction
    .selectFrom('alerts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (count >= most) throw new AppError('conflict', `You already have ${most} alerts, which is the limit.`)
  const row: AlertTable = {
    id: randomUUID(),
    organization_id: organizationId,
    rule: ruleText(rule),
    enabled: 1,
    muted_until: null,
    memory: JSON.stringify(memory),
    created_by: createdBy ?? null,
    created_at: now,
    updated_at: now,
    last_fired_at: null,
  }
  await transaction.insertInto('alerts').values(row).execute()
  return toAlert(row)
}

async function update(
  transaction: Transaction<Schema>,
  ...[id, { enabled, mutedUntil, ...rule }, { memory, now }]: Parameters<AlertRecords['update']>
): Promise<Alert> {
  const before = await byId(transaction, id)
  if (before === undefined) throw new AppError('not_found', 'Alert not found.')
  await transaction
    .updateTable('alerts')
    .set({
      rule: ruleText({ ...before, ...rule }),
      enabled: (enabled ?? before.enabled) ? 1 : 0,
      muted_until: mutedUntil === undefined ? (before.mutedUntil ?? null) : mutedUntil,
      // Of two changes in one millisecond the job has to see both.
      updated_at: Math.max(now, before.updatedAt + 1),
      ...(memory && { memory: JSON.stringify(memory) }),
    })
    .where('id', '=', id)
    .execute()
  return (await byId(transaction, id))!
}

async function remember(
  transaction: Transaction<Schema>,
  ...[{ id, updatedAt }, memory, { firedAt, deliveries }, now]: Parameters<AlertRecords['remember']>
): Promise<boolean> {
  const row = await transaction
    .updateTable('alerts')
    .set({ memory: JSON.stringify(memory), ...(firedAt !== undefined && { last_fired_at: firedAt }) })
    .where('id', '=', id)
    .where('updated_at', '=', updatedAt)
    .returning('organization_id')
    .executeTakeFirst()
  if (row === undefined) return false
  for (const delivery of deliveries) {
    await transaction
      .insertInto('deliveries')
      .values({ ...newDelivery(row.organization_id, delivery, now), alert_id: id })
      .execute()
  }
  return true
}

function ruleText({ when, for: scope, tell, every }: AlertRule): string {
  return JSON.stringify({ when, for: scope, tell, every })
}

function toAlert(row: Selectable<AlertTable>): Alert {
  return {
    ...(JSON.parse(row.rule) as AlertRule),
    id: row.id,
    organizationId: row.organization_id,
    enabled: row.enabled === 1,
    mutedUntil: row.muted_until ?? undefined,
    createdBy: row.created_by ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastFiredAt: row.last_fired_at ?? undefined,
  }
}
