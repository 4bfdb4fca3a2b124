import type { Kysely } from 'kysely'
import type { MapOpeningRecords } from '#stores/records/records.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

export function mapOpeningRecords(db: Kysely<Schema>): MapOpeningRecords {
  return {
    async find(blob) {
      const row = await db
        .selectFrom('map_openings')
        .select(['memory_mb', 'opened_at'])
        .where('blob', '=', blob)
        .executeTakeFirst()
      return row && { memoryMb: row.memory_mb, at: row.opened_at }
    },
    async begin(blob, { memoryMb, at }) {
      await db
        .insertInto('map_openings')
        .values({ blob, memory_mb: memoryMb, opened_at: at })
        .onConflict((conflict) => conflict.column('blob').doUpdateSet({ memory_mb: memoryMb, opened_at: at }))
        .execute()
    },
    async end(blob) {
      await db.deleteFrom('map_openings').where('blob', '=', blob).execute()
    },
  }
}
