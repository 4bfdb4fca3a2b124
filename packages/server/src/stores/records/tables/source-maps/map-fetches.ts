import type { Kysely } from 'kysely'
import type { MapFetch } from '#domain/source-maps/map-fetch.ts'
import type { MapFetchRecords } from '#stores/records/records.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

export function mapFetchRecords(db: Kysely<Schema>): MapFetchRecords {
  return {
    async find(projectId, id) {
      const row = await db
        .selectFrom('map_fetches')
        .select(['state', 'fetched_at'])
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst()
      return row && { state: row.state as MapFetch['state'], at: row.fetched_at }
    },
    async remember(projectId, id, { state, at }, keep) {
      await db.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('map_fetches')
          .values({ project_id: projectId, id, state, fetched_at: at })
          .onConflict((conflict) =>
            conflict.columns(['project_id', 'id']).doUpdateSet({ state, fetched_at: at }),
          )
          .execute()
        const latest = transaction
          .selectFrom('map_fetches')
          .select('id')
          .where('project_id', '=', projectId)
          .orderBy('fetched_at', 'desc')
          .orderBy('id')
          .limit(keep)
        await transaction
          .deleteFrom('map_fetches')
          .where('project_id', '=', projectId)
          .where('id', 'not in', latest)
          .execute()
      })
    },
  }
}
