import type { Kysely, Selectable } from 'kysely'
import type { Delivery, DeliveryAttempt, DeliveryState, Notification } from '#domain/alerts/notification.ts'
import type { DeliveryRecords, NewDelivery } from '#stores/records/alerts.ts'
import type { AttemptTable, DeliveryTable } from './alert-tables.ts'
import type { Schema } from '#stores/records/sql/schema.ts'
import { storable } from '#stores/records/sql/text.ts'

export function deliveryRecords(db: Kysely<Schema>, reads: Kysely<Schema>): DeliveryRecords {
  return {
    async add(organizationId, delivery, now, { held } = { held: false }) {
      const made = newDelivery(organizationId, delivery, now)
      const row = held ? { ...made, next_try_at: null } : made
      await db.insertInto('deliveries').values(row).execute()
      return toDelivery(row)
    },
    async due(now, limit) {
      const rows = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('next_try_at', '<=', now)
        .orderBy('next_try_at')
        .limit(limit)
        .execute()
      return rows.map(toDelivery)
    },
    attempted: (...args) => attempted(db, ...args),
    async byId(id) {
      const row = await db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toDelivery(row)
    },
    list: (...args) => list(reads, ...args),
    attempts: async (id) => (await attemptsOf(db, [id])).map(toAttempt),
    async revive(id, now) {
      const { numUpdatedRows } = await db
        .updateTable('deliveries')
        .set({ state: 'waiting', next_try_at: now })
        .where('id', '=', id)
        .where('state', '=', 'dead')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async expire(before) {
      await db
        .deleteFrom('deliveries')
        .where('created_at', '<', before)
        .where('state', '!=', 'waiting')
        .execute()
    },
  }
}

async function attempted(
  db: Kysely<Schema>,
  id: string,
  { number, at, durationMs, ok, status, answer }: DeliveryAttempt,
  { state, nextTryAt }: { readonly state: DeliveryState; readonly nextTryAt: number | undefined },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('deliveries')
      .set({ state, attempts: number, next_try_at: nextTryAt === undefined ? null : Math.ceil(nextTryAt) })
      .where('id', '=', id)
      .executeTakeFirst()
    // Its channel was deleted meanwhile, and the delivery with it.
    if (numUpdatedRows === 0n) return
    await transaction
      .insertInto('delivery_attempts')
      .values({
        delivery_id: id,
        number,
        at,
        duration_ms: Math.round(durationMs),
        ok: ok ? 1 : 0,
        status: status ?? null,
        answer: storable(answer),
      })
      .execute()
  })
}

async function list(
  db: Kysely<Schema>,
  organizationId: string,
  { channelId, alertId, before, limit }: Parameters<DeliveryRecords['list']>[1],
) {
  const rows = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .$if(channelId !== undefined, (query) => query.where('channel_id', '=', channelId!))
    .$if(alertId !== undefined, (query) => query.where('alert_id', '=', alertId!))
    .$if(before !== undefined, (query) => query.where('created_at', '<', before!))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  const attempts = await attemptsOf(
    db,
    rows.map(({ id }) => id),
  )
  const last = new Map(attempts.map((attempt) => [attempt.delivery_id, toAttempt(attempt)]))
  return rows.map((row) => Object.assign(toDelivery(row), { last: last.get(row.id) }))
}

async function attemptsOf(db: Kysely<Schema>, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('delivery_id', 'in', ids)
    .orderBy('number')
    .execute()
}

export function newDelivery(
  organizationId: string,
  { id, to, notification }: NewDelivery,
  now: number,
): DeliveryTable {
  return {
    id,
    organization_id: organizationId,
    alert_id: null,
    channel_id: to.kind === 'channel' ? to.id : null,
    user_id: to.kind === 'person' ? to.id : null,
    notification: storable(JSON.stringify(notification)),
    state: 'waiting',
    attempts: 0,
    next_try_at: now,
    created_at: now,
  }
}

function toDelivery(row: Selectable<DeliveryTable>): Delivery {
  return {
    id: row.id,
    organizationId: row.organization_id,
    alertId: row.alert_id ?? undefined,
    to:
      row.channel_id === null
        ? { kind: 'person', id: row.user_id! }
        : { kind: 'channel', id: row.channel_id },
    notification: JSON.parse(row.notification) as Notification,
    state: row.state as DeliveryState,
    attempts: row.attempts,
    nextTryAt: row.next_try_at ?? undefined,
    createdAt: row.created_at,
  }
}

function toAttempt(row: Selectable<AttemptTable>): DeliveryAttempt {
  const { number, at, duration_ms: durationMs, ok, status, answer } = row
  return { number, at, durationMs, ok: ok === 1, status: status ?? undefined, answer }
}
