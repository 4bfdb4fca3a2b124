import type { Kysely } from 'kysely'
import type { ArtifactRecords } from '#stores/records/records.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

/** What came when, for those who waited for it. */
export function bundleRecords(db: Kysely<Schema>): Pick<ArtifactRecords, 'bundlesSince' | 'debugIdsOf'> {
  return {
    async bundlesSince(projectId, since) {
      const rows = await db
        .selectFrom('artifact_bundles')
        .select(['checksum', 'release', 'uploaded_at'])
        .where('project_id', '=', projectId)
        .where('uploaded_at', '>=', since)
        .orderBy('uploaded_at')
        .execute()
      return rows.map((row) => ({
        checksum: row.checksum,
        release: row.release ?? undefined,
        uploadedAt: row.uploaded_at,
      }))
    },
    async debugIdsOf(projectId, checksum) {
      const rows = await db
        .selectFrom('artifact_files')
        .select('debug_id')
        .distinct()
        .where('project_id', '=', projectId)
        .where('checksum', '=', checksum)
        .where('debug_id', 'is not', null)
        .execute()
      return rows.map((row) => row.debug_id!)
    },
  }
}
