import { sql, type Kysely } from 'kysely'
import type { LeaseRecords } from '#stores/records/nodes.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

export function leaseRecords(db: Kysely<Schema>, { now }: Pick<RecordsEngine, 'now'>): LeaseRecords {
  return {
    async take(name, holder, forMs) {
      const until = sql<number>`${now} + ${forMs}`
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('leases')
        .values({ name, holder, until })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ holder, until })
            .where((eb) => eb.or([eb('leases.holder', '=', holder), eb('leases.until', '<=', now)])),
        )
        .executeTakeFirst()
      return numInsertedOrUpdatedRows > 0n
    },
    async release(name, holder) {
      await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute()
    },
  }
}
