import type { Transaction } from 'kysely'
import type { Schema } from '#stores/records/sql/schema.ts'

/** What spools of several nodes tell each other. No reference to projects: a node may tell of one that was deleted meanwhile. */
export async function up({ schema }: Transaction<Schema>): Promise<void> {
  await schema
    .createTable('thinning_shares')
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('hour', 'bigint', (column) => column.notNull())
    .addColumn('spool_id', 'text', (column) => column.notNull())
    .addColumn('share', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('thinning_shares_pk', ['project_id', 'hour', 'spool_id'])
    .execute()
  await schema
    .createTable('settled_times')
    .addColumn('spool_id', 'text', (column) => column.primaryKey())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .addColumn('told_at', 'bigint', (column) => column.notNull())
    .execute()
}
