import { sql, type Kysely } from 'kysely'
import type { SeenRelease } from '#domain/releases/release-order.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { forRows } from '#stores/records/sql/row-sets.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

interface ReleaseOfProject {
  readonly project_id: string
  readonly version: string
}

/** When these releases were first seen, if known. */
export function firstSights(db: Kysely<Schema>, engine: RecordsEngine) {
  return forRows<ReleaseOfProject, ReleaseOfProject & { readonly created_at: number }>(
    db,
    engine,
    { project_id: 'text', version: 'text' },
    ({ given, join }) => sql`
      select projects.id as project_id, releases.version, releases.created_at from projects
      inner join releases on releases.organization_id = projects.organization_id ${join}
      where projects.id = ${given('project_id')} and releases.version = ${given('version')}`,
  )
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
