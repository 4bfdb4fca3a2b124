import type { Kysely, Transaction } from 'kysely'
import type { ArtifactBundle, ArtifactFile } from '#domain/source-maps/artifact.ts'
import type { ArtifactRecords } from '#stores/records/records.ts'
import { blobRecords, orphan } from './artifact-blobs.ts'
import { bundleRecords } from './artifact-bundles.ts'
import {
  filesByDebugIds,
  filesByUrls,
  filesOfRelease,
  textOrNull,
  toFile,
  toFileRow,
} from './artifact-files.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

/** Rows of one statement: twelve columns each, and an engine takes 32,766 parameters at most. */
const ROWS_AT_ONCE = 500

export function artifactRecords(
  db: Kysely<Schema>,
  reads: Kysely<Schema>,
  engine: RecordsEngine,
): ArtifactRecords {
  return {
    addBundle: async (bundle, files) =>
      db.transaction().execute(async (transaction) => addBundle(transaction, engine, bundle, files)),
    async hasBundle(checksum, projectIds) {
      const rows = await db
        .selectFrom('artifact_bundles')
        .select('project_id')
        .where('checksum', '=', checksum)
        .where('project_id', 'in', engine.listOf(projectIds))
        .execute()
      return projectIds.length > 0 && rows.length === new Set(projectIds).size
    },
    async byDebugIds(projectId, debugIds) {
      return (await filesByDebugIds(db, engine, projectId, debugIds).execute()).map(toFile)
    },
    async byUrls(...where) {
      return (await filesByUrls(db, engine, ...where).execute()).map(toFile)
    },
    async ofRelease(projectId, release, limit) {
      return (await filesOfRelease(reads, projectId, release, limit).execute()).map(toFile)
    },
    ...bundleRecords(reads),
    async lastUpload(projectId) {
      const row = await db
        .selectFrom('artifact_bundles')
        .select((eb) => eb.fn.max<number | null>('uploaded_at').as('at'))
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow()
      return row.at ?? undefined
    },
    async usedBytes(projectIds) {
      const row = await reads
        .selectFrom('artifact_bundles')
        .select((eb) => eb.fn.sum<number | null>('bytes').as('bytes'))
        .where('project_id', 'in', engine.listOf(projectIds))
        .executeTakeFirstOrThrow()
      return row.bytes ?? 0
    },
    expire: async (projectId, before) =>
      db.transaction().execute(async (transaction) => expire(transaction, engine, projectId, before)),
    ...blobRecords(db, engine),
  }
}

async function addBundle(
  transaction: Transaction<Schema>,
  engine: RecordsEngine,
  bundle: ArtifactBundle,
  files: readonly ArtifactFile[],
): Promise<boolean> {
  let added = false
  for (const projectId of new Set(bundle.projectIds)) {
    const own = files.filter((file) => file.projectId === projectId)
    const result = await transaction
      .insertInto('artifact_bundles')
      .values({
        project_id: projectId,
        checksum: bundle.checksum,
        release: textOrNull(bundle.release),
        dist: textOrNull(bundle.dist),
        bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
        uploaded_at: bundle.uploadedAt,
      })
      .onConflict((conflict) => conflict.columns(['project_id', 'checksum']).doNothing())
      .executeTakeFirst()
    if (result.numInsertedOrUpdatedRows !== 1n) continue
    added = true
    const rows = own.map((file, position) => toFileRow(file, bundle.checksum, position))
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      await transaction
        .insertInto('artifact_files')
        .values(rows.slice(from, from + ROWS_AT_ONCE))
        .execute()
    }
  }
  const blobs = files.map(({ blob }) => blob)
  if (added)
    await transaction.deleteFrom('artifact_orphans').where('blob', 'in', engine.listOf(blobs)).execute()
  return added
}

async function expire(
  transaction: Transaction<Schema>,
  engine: RecordsEngine,
  projectId: string,
  before: number,
): Promise<number> {
  const old = transaction
    .selectFrom('artifact_bundles')
    .select('checksum')
    .where('project_id', '=', projectId)
    .where('uploaded_at', '<', before)
  const rows = await transaction
    .selectFrom('artifact_files')
    .select('blob')
    .distinct()
    .where('project_id', '=', projectId)
    .where('checksum', 'in', old)
    .execute()
  const { numDeletedRows } = await transaction
    .deleteFrom('artifact_bundles')
    .where('project_id', '=', projectId)
    .where('uploaded_at', '<', before)
    .executeTakeFirst()
  await orphan(
    transaction,
    engine,
    rows.map(({ blob }) => blob),
  )
  return Number(numDeletedRows)
}
