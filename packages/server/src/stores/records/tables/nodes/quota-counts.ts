import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { QuotaCount } from '#domain/intake/quota-count.ts'
import type { QuotaCountRecords } from '#stores/records/nodes.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

/** A database takes so many parameters in a statement. */
const ROWS_AT_ONCE = 500

/** Every node writes rows of its own, so that a report which is sent again counts once and none waits for another. */
export function quotaCountRecords(
  db: Kysely<Schema>,
  { now }: Pick<RecordsEngine, 'now'>,
): QuotaCountRecords {
  // Asked once: a clock that is asked for every row cannot be looked up in an index.
  const moment = sql<number>`(select ${now})`
  return {
    async tell(node, counts) {
      for (let from = 0; from < counts.length; from += ROWS_AT_ONCE) {
        const rows = counts.slice(from, from + ROWS_AT_ONCE).map((count) => rowOf(node, count, moment))
        await db
          .insertInto('quota_counts')
          .values(rows)
          .onConflict((conflict) =>
            conflict.columns(['node', 'window', 'slot']).doUpdateSet((eb) => ({
              count: eb.ref('excluded.count'),
              told_at: eb.ref('excluded.told_at'),
            })),
          )
          .execute()
      }
    },
    async hear(node, since = 0) {
      const { asOf } = await db.selectNoFrom(now.as('asOf')).executeTakeFirstOrThrow()
      const told = db
        .selectFrom('quota_counts')
        .select(['window', 'slot'])
        .distinct()
        .where('told_at', '>=', since)
        .where('node', '<>', node)
        .as('told')
      const rows = await db
        .selectFrom('quota_counts as one')
        .innerJoin(told, (join) =>
          join.onRef('told.window', '=', 'one.window').onRef('told.slot', '=', 'one.slot'),
        )
        .select((eb) => [
          'one.window',
          'one.slot',
          'one.slot_ms as slotMs',
          eb.fn.max('one.ends_at').as('endsAt'),
        ])
        .select(sql<number>`cast(sum(one.count) as bigint)`.as('count'))
        .where('one.node', '<>', node)
        .where('one.ends_at', '>', moment)
        .groupBy(['one.window', 'one.slot', 'one.slot_ms'])
        .execute()
      return { asOf, counts: rows }
    },
    async expire() {
      await db.deleteFrom('quota_counts').where('ends_at', '<=', moment).execute()
    },
  }
}

function rowOf(node: string, one: QuotaCount, toldAt: RawBuilder<number>) {
  const { window, slot, slotMs, count, endsAt } = one
  return { node, window, slot, slot_ms: slotMs, count, ends_at: endsAt, told_at: toldAt }
}
