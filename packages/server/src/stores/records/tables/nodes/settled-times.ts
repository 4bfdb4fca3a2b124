import { sql, type Kysely } from 'kysely'
import type { SettledTimeRecords } from '#stores/records/nodes.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

const DAY_MS = 86_400_000

export function settledTimeRecords(
  db: Kysely<Schema>,
  { now }: Pick<RecordsEngine, 'now'>,
): SettledTimeRecords {
  return {
    async tell(spoolId, until) {
      await db
        .insertInto('settled_times')
        .values({ spool_id: spoolId, until, told_at: now })
        .onConflict((conflict) => conflict.column('spool_id').doUpdateSet({ until, told_at: now }))
        .execute()
    },
    async hear(spoolId, withinMs) {
      const { until } = await db
        .selectFrom('settled_times')
        .select((eb) => eb.fn.min('until').as('until'))
        .where('spool_id', '<>', spoolId)
        .where('told_at', '>', sql<number>`${now} - ${withinMs}`)
        .executeTakeFirstOrThrow()
      return until ?? undefined
    },
    async forget(spoolId) {
      await db.deleteFrom('settled_times').where('spool_id', '=', spoolId).execute()
    },
    async expire() {
      await db
        .deleteFrom('settled_times')
        .where('told_at', '<=', sql<number>`${now} - ${DAY_MS}`)
        .execute()
    },
  }
}
