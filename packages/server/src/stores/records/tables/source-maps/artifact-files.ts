import type { Kysely, Selectable } from 'kysely'
import type { ArtifactFile } from '#domain/source-maps/artifact.ts'
import type { ArtifactRecords } from '#stores/records/records.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import type { ArtifactFileTable, Schema } from '#stores/records/sql/schema.ts'
import { storable } from '#stores/records/sql/text.ts'

const newest = (db: Kysely<Schema>) =>
  db
    .selectFrom('artifact_files')
    .selectAll()
    .orderBy('uploaded_at', 'desc')
    .orderBy('checksum')
    .orderBy('position')

export function filesByDebugIds(
  db: Kysely<Schema>,
  engine: RecordsEngine,
  projectId: string,
  debugIds: readonly string[],
) {
  return newest(db).where('project_id', '=', projectId).where('debug_id', 'in', engine.listOf(debugIds))
}

export function filesByUrls(
  db: Kysely<Schema>,
  engine: RecordsEngine,
  ...[projectId, release, dist, urls]: Parameters<ArtifactRecords['byUrls']>
) {
  return newest(db)
    .where('project_id', '=', projectId)
    .where('release', '=', storable(release))
    .where('url', 'in', engine.listOf(urls.map(storable)))
    .where('dist', dist === undefined ? 'is' : '=', dist === undefined ? null : storable(dist))
}

export function filesOfRelease(db: Kysely<Schema>, projectId: string, release: string, limit: number) {
  return newest(db).where('project_id', '=', projectId).where('release', '=', storable(release)).limit(limit)
}

export function toFile(row: Selectable<ArtifactFileTable>): ArtifactFile {
  return {
    projectId: row.project_id,
    kind: row.kind as ArtifactFile['kind'],
    url: row.url,
    debugId: row.debug_id ?? undefined,
    release: row.release ?? undefined,
    dist: row.dist ?? undefined,
    sourceMap: row.source_map ?? undefined,
    blob: row.blob,
    bytes: row.bytes,
    uploadedAt: row.uploaded_at,
  }
}

export function toFileRow(file: ArtifactFile, checksum: string, position: number): ArtifactFileTable {
  return {
    project_id: file.projectId,
    checksum,
    position,
    kind: file.kind,
    url: storable(file.url),
    debug_id: file.debugId ?? null,
    release: textOrNull(file.release),
    dist: textOrNull(file.dist),
    source_map: textOrNull(file.sourceMap),
    blob: file.blob,
    bytes: file.bytes,
    uploaded_at: file.uploadedAt,
  }
}

export function textOrNull(text: string | undefined): string | null {
  return text === undefined ? null : storable(text)
}
