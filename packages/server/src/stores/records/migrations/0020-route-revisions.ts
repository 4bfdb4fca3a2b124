import { sql, type Transaction } from 'kysely'
import type { Schema } from '#stores/records/sql/schema.ts'

/**
 * Which changes the routes of a project had before is not known, so they count as changed now: what is stored is named
 * anew from the first read on.
 */
export async function up(transaction: Transaction<Schema>): Promise<void> {
  await transaction.schema
    .createTable('route_revisions')
    .addColumn('project_id', 'text', (column) =>
      column.primaryKey().references('projects.id').onDelete('cascade'),
    )
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute()
  await sql`
    insert into route_revisions (project_id, revision, changed_at)
    select project_id, 1, ${Date.now()} from (
      select project_id from route_rules
      union select project_id from route_manifests
      union select project_id from route_learned) as known`.execute(transaction)
}
