import { sql, type Kysely } from 'kysely'
import { LIMITS } from '#domain/limits.ts'
import type { ThinningShareRecords } from '#stores/records/nodes.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

const HOUR_MS = 3_600_000
/** A database takes so many parameters in a statement. */
const ROWS_AT_ONCE = 500

/** Every spool writes rows of its own, so that none waits for another. */
export function thinningShareRecords(
  db: Kysely<Schema>,
  { now }: Pick<RecordsEngine, 'now'>,
): ThinningShareRecords {
  return {
    async tell(spoolId, shares) {
      for (let from = 0; from < shares.length; from += ROWS_AT_ONCE)
        await db
          .insertInto('thinning_shares')
          .values(
            shares.slice(from, from + ROWS_AT_ONCE).map(({ projectId, hour, share }) => ({
              project_id: projectId,
              hour,
              spool_id: spoolId,
              share,
            })),
          )
          .onConflict((conflict) =>
            conflict
              .columns(['project_id', 'hour', 'spool_id'])
              .doUpdateSet((eb) => ({ share: eb.ref('excluded.share') })),
          )
          .execute()
    },
    hear: ({ projectId, spoolId, hours }) =>
      db
        .selectFrom('thinning_shares')
        .select(['spool_id as spoolId', 'share'])
        .where('project_id', '=', projectId)
        .where('hour', 'in', hours)
        .where('spool_id', '<>', spoolId)
        .orderBy('spool_id')
        .orderBy('hour')
        .execute(),
    async expire() {
      const hour = sql<number>`${now} / ${sql.lit(HOUR_MS)}`
      const kept = sql.lit(LIMITS.thinning.shareHours)
      await db
        .deleteFrom('thinning_shares')
        .where((eb) =>
          eb.or([
            eb('hour', '<', sql<number>`${hour} - ${kept}`),
            eb('hour', '>', sql<number>`${hour} + ${kept}`),
          ]),
        )
        .execute()
    },
  }
}
