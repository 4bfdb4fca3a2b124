import type { Transaction } from 'kysely'
import type { Schema } from '#stores/records/sql/schema.ts'

/** Rows of the batches under way only. No reference to projects: every event would pay for it. */
export async function up({ schema }: Transaction<Schema>): Promise<void> {
  await schema
    .createTable('event_claims')
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('spool_id', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('event_claims_pk', ['project_id', 'event_id'])
    .execute()
  await schema
    .createIndex('event_claims_by_spool')
    .on('event_claims')
    .columns(['spool_id', 'position'])
    .execute()
}
