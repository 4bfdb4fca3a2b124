import type { Kysely, Transaction } from 'kysely'
import type { SeenRelease } from '#domain/releases/release-order.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

/** When these releases were first seen, if known. */
export async function firstSights(
  transaction: Transaction<Schema>,
  projectId: string,
  versions: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (versions.length === 0) return new Map()
  const rows = await transaction
    .selectFrom('releases')
    .select(['version', 'created_at'])
    .where('organization_id', '=', (eb) =>
      eb.selectFrom('projects').select('organization_id').where('id', '=', projectId),
    )
    .where('version', 'in', versions)
    .execute()
  return new Map(rows.map((row) => [row.version, row.created_at]))
}

export async function releasesOfProject(
  db: Kysely<Schema>,
  projectId: string,
): Promise<readonly SeenRelease[]> {
  const rows = await db
    .selectFrom('release_projects')
    .innerJoin('releases', (join) =>
      join
        .onRef('releases.organization_id', '=', 'release_projects.organization_id')
        .onRef('releases.version', '=', 'release_projects.version'),
    )
    .select(['releases.version', 'releases.created_at'])
    .where('release_projects.project_id', '=', projectId)
    .execute()
  return rows.map((row) => ({ version: row.version, firstSeen: row.created_at }))
}
