import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { AttemptRecords, AttemptRule } from '#stores/records/attempts.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

/** Attempts of a process between two looks at what can be forgotten; as many rows may be there beyond the capacity. */
const TIDY_AFTER = 500

/** Each attempt is one statement, so that nodes which count at the same moment wait for each other at one row only. */
export function attemptRecords(db: Kysely<Schema>, { now }: Pick<RecordsEngine, 'now'>): AttemptRecords {
  const untidied = new Map<string, number>()
  const ended = sql<boolean>`attempt_counts.ends_at <= ${now}`

  async function tidy({ name, capacity }: AttemptRule): Promise<void> {
    const taken = untidied.get(name)
    untidied.set(name, ((taken ?? 0) + 1) % TIDY_AFTER)
    if (taken !== undefined && taken !== 0) return
    const ofName = db.selectFrom('attempt_counts').where('name', '=', name)
    const oneTooMany = ofName.select('ends_at').orderBy('ends_at', 'desc').limit(1).offset(capacity)
    await db
      .deleteFrom('attempt_counts')
      .where('name', '=', name)
      // Asked once: a clock that is asked for every row cannot be looked up in an index.
      .where((eb) =>
        eb.or([eb('ends_at', '<=', sql<number>`(select ${now})`), eb('ends_at', '<=', oneTooMany)]),
      )
      .execute()
      // Another node did it at the same moment.
      .catch(() => undefined)
  }

  return {
    async take(rule, key) {
      const { name, attempts, windowMs } = rule
      await tidy(rule)
      const endsAt = sql<number>`${now} + ${windowMs}`
      const row = { name, key: hashOf(key) }
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('attempt_counts')
        .values({ ...row, tries: 1, ends_at: endsAt })
        .onConflict((conflict) =>
          conflict
            .columns(['name', 'key'])
            .doUpdateSet({
              tries: sql<number>`case when ${ended} then 1 else attempt_counts.tries + 1 end`,
              ends_at: sql<number>`case when ${ended} then ${endsAt} else attempt_counts.ends_at end`,
            })
            .where((eb) => eb.or([ended, eb('attempt_counts.tries', '<', attempts)])),
        )
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows > 0n) return undefined
      const refused = await db
        .selectFrom('attempt_counts')
        .select(sql<number>`ends_at - ${now}`.as('left'))
        .where('name', '=', name)
        .where('key', '=', row.key)
        .executeTakeFirst()
      return Math.max(1, refused?.left ?? 1)
    },
    async forget({ name }, key) {
      await db.deleteFrom('attempt_counts').where('name', '=', name).where('key', '=', hashOf(key)).execute()
    },
  }
}

/** Keys are what people typed, of any length: some type their password where the address belongs. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64')
}
