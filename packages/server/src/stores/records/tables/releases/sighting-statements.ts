import { sql, type Kysely } from 'kysely'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { forRows, insertRows, type ColumnsOf } from '#stores/records/sql/row-sets.ts'
import type { ProjectTable, ReleaseTable, Schema } from '#stores/records/sql/schema.ts'

/** When events named a release of a project. */
export interface Seen {
  readonly organization_id: string
  readonly project_id: string
  readonly version: string
  readonly first_event: number
  readonly last_event: number
}

export interface ReleaseCount {
  readonly project_id: string
  readonly releases: number
}

const SEEN: ColumnsOf<Seen> = {
  organization_id: 'text',
  project_id: 'text',
  version: 'text',
  first_event: 'bigint',
  last_event: 'bigint',
}

/** What a batch says about releases, each for all of them at once. */
export function sightingStatements(db: Kysely<Schema>, engine: RecordsEngine) {
  return {
    organizations: forRows<Pick<ProjectTable, 'id'>, Pick<ProjectTable, 'id' | 'organization_id'>>(
      db,
      engine,
      { id: 'text' },
      ({ given, join }) => sql`
        select projects.id, projects.organization_id from projects ${join} where projects.id = ${given('id')}`,
    ),
    /** Answers those that are known. */
    grow: forRows<Seen, Pick<Seen, 'project_id' | 'version'>>(
      db,
      engine,
      SEEN,
      ({ given, from }) => sql`
        update release_projects set
          first_event = case when release_projects.first_event < ${given('first_event')}
                             then release_projects.first_event else ${given('first_event')} end,
          last_event = case when release_projects.last_event > ${given('last_event')}
                            then release_projects.last_event else ${given('last_event')} end
        ${from}
        where release_projects.organization_id = ${given('organization_id')}
          and release_projects.version = ${given('version')} and release_projects.project_id = ${given('project_id')}
        returning release_projects.project_id, release_projects.version`,
    ),
    counts: forRows<Pick<ProjectTable, 'id'>, ReleaseCount>(
      db,
      engine,
      { id: 'text' },
      ({ given, join }) => sql`
        select release_projects.project_id, count(*) as releases from release_projects ${join}
        where release_projects.project_id = ${given('id')} group by release_projects.project_id`,
    ),
    addReleases: insertRows<Pick<ReleaseTable, 'organization_id' | 'version' | 'status' | 'created_at'>>(
      db,
      engine,
      'releases',
      { organization_id: 'text', version: 'text', status: 'text', created_at: 'bigint' },
      sql`on conflict (organization_id, version) do nothing`,
    ),
    addToProjects: insertRows<Seen>(db, engine, 'release_projects', SEEN),
  }
}
