import type { Kysely } from 'kysely'
import type { FactRecords } from '#stores/records/records.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

export function factRecords(db: Kysely<Schema>): FactRecords {
  async function get(name: string): Promise<string | undefined> {
    const row = await db.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirst()
    return row?.value
  }
  return {
    get,
    async set(name, value) {
      await db
        .insertInto('facts')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute()
    },
    async setOnce(name, value) {
      await db
        .insertInto('facts')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
      return (await get(name)) ?? value
    },
    async delete(name) {
      await db.deleteFrom('facts').where('name', '=', name).execute()
    },
  }
}
