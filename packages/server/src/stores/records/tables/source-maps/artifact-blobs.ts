import {
  sql,
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SqlBool,
  type Transaction,
} from 'kysely'
import type { ArtifactRecords } from '#stores/records/records.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

/**
 * Which blobs are needed. One node may remove a blob while another stores it again, which would be gone then. So whoever
 * removes it marks the row of the orphan first, and whoever stores it deletes that row first, or waits until it is gone.
 */
export function blobRecords(
  db: Kysely<Schema>,
  engine: RecordsEngine,
): Pick<ArtifactRecords, 'hold' | 'release' | 'releaseBefore' | 'takeOrphan' | 'forgetOrphan'> {
  const release = async (upload: string): Promise<void> =>
    db.transaction().execute(async (transaction) => releaseUpload(transaction, engine, upload))
  return {
    hold: async (upload, blob, until) =>
      db.transaction().execute(async (transaction) => holdBlob(transaction, engine, { upload, blob, until })),
    release,
    async releaseBefore(moment) {
      const ended = await db
        .selectFrom('artifact_holds')
        .select('upload')
        .distinct()
        .where('until', '<', moment)
        .execute()
      for (const { upload } of ended) await release(upload)
    },
    async takeOrphan(forMs) {
      for (;;) {
        const orphan = await db
          .transaction()
          .execute(async (transaction) => takeIfUnneeded(transaction, engine, forMs))
        if (orphan === undefined || orphan.isTaken) return orphan?.blob
      }
    },
    async forgetOrphan(blob) {
      await db.deleteFrom('artifact_orphans').where('blob', '=', blob).execute()
      await db.deleteFrom('map_openings').where('blob', '=', blob).execute()
    },
  }
}

async function holdBlob(
  transaction: Transaction<Schema>,
  engine: RecordsEngine,
  hold: Schema['artifact_holds'],
): Promise<boolean> {
  const { blob } = hold
  await transaction
    .insertInto('artifact_holds')
    .values(hold)
    .onConflict((conflict) => conflict.columns(['upload', 'blob']).doNothing())
    .execute()
  await transaction
    .deleteFrom('artifact_orphans')
    .where('blob', '=', blob)
    .where((eb) => isFree(eb, engine))
    .execute()
  const removing = await transaction
    .selectFrom('artifact_orphans')
    .select('blob')
    .where('blob', '=', blob)
    .executeTakeFirst()
  return removing === undefined
}

async function releaseUpload(
  transaction: Transaction<Schema>,
  engine: RecordsEngine,
  upload: string,
): Promise<void> {
  const held = await transaction
    .deleteFrom('artifact_holds')
    .where('upload', '=', upload)
    .returning('blob')
    .execute()
  const blobs = held.map(({ blob }) => blob)
  await orphan(transaction, engine, blobs)
}

/** The next orphan; undefined when there is none that nobody removes. One that is needed after all is none any more. */
async function takeIfUnneeded(
  transaction: Transaction<Schema>,
  engine: RecordsEngine,
  forMs: number,
): Promise<{ readonly blob: string; readonly isTaken: boolean } | undefined> {
  const row = await transaction
    .selectFrom('artifact_orphans')
    .select('blob')
    .where((eb) => isFree(eb, engine))
    .limit(1)
    .$if(engine.needsRowLocks, (query) => query.forUpdate().skipLocked())
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { blob } = row
  if (await isNeeded(transaction, blob)) {
    await transaction.deleteFrom('artifact_orphans').where('blob', '=', blob).execute()
    return { blob, isTaken: false }
  }
  const until = sql<number>`${engine.now} + ${forMs}`
  await transaction
    .updateTable('artifact_orphans')
    .set({ removing_until: until })
    .where('blob', '=', blob)
    .execute()
  return { blob, isTaken: true }
}

/** Whether nobody removes it, or whoever did has ended in the middle of it. */
function isFree(
  eb: ExpressionBuilder<Schema, 'artifact_orphans'>,
  { now }: RecordsEngine,
): Expression<SqlBool> {
  return eb.or([eb('removing_until', 'is', null), eb('removing_until', '<=', now)])
}

/** One statement: an upload adds its files and then releases what it held, so that a blob is never seen with neither. */
async function isNeeded(transaction: Transaction<Schema>, blob: string): Promise<boolean> {
  const { needed } = await transaction
    .selectNoFrom((eb) => {
      const one = sql`1`.as('one')
      return eb
        .or([
          eb.exists(eb.selectFrom('artifact_holds').select(one).where('blob', '=', blob)),
          eb.exists(eb.selectFrom('artifact_files').select(one).where('blob', '=', blob)),
        ])
        .as('needed')
    })
    .executeTakeFirstOrThrow()
  return Boolean(needed)
}

/** Those of the blobs that no file refers to. */
export async function orphan(
  transaction: Transaction<Schema>,
  engine: RecordsEngine,
  blobs: readonly string[],
): Promise<void> {
  if (blobs.length === 0) return
  const used = await transaction
    .selectFrom('artifact_files')
    .select('blob')
    .distinct()
    .where('blob', 'in', engine.listOf(blobs))
    .execute()
  const needed = new Set(used.map(({ blob }) => blob))
  for (const blob of new Set(blobs)) {
    if (needed.has(blob)) continue
    await transaction
      .insertInto('artifact_orphans')
      .values({ blob })
      .onConflict((conflict) => conflict.column('blob').doNothing())
      .execute()
  }
}
