import type { Kysely } from 'kysely'
import { AppError } from '#domain/app-error.ts'
import type { PreferenceRecords } from '#stores/records/records.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

export function preferenceRecords(db: Kysely<Schema>, engine: RecordsEngine): PreferenceRecords {
  return {
    get: (userId) => read(db, userId),
    async update(userId, change) {
      try {
        return await db.transaction().execute(async (transaction) => {
          const json = change(await read(transaction, userId))
          await transaction
            .insertInto('preferences')
            .values({ user_id: userId, json })
            .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ json }))
            .execute()
          return json
        })
      } catch (error) {
        if (!engine.violates(error, 'reference')) throw error
        throw new AppError('not_found', 'User not found.', { cause: error })
      }
    },
  }
}

async function read(db: Kysely<Schema>, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('preferences')
    .select('json')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.json
}
