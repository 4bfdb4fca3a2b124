import type { Transaction } from 'kysely'
import type { Schema } from '#stores/records/sql/schema.ts'

export async function up({ schema }: Transaction<Schema>): Promise<void> {
  await schema
    .createTable('issue_activity')
    .addColumn('issue_id', 'text', (column) => column.notNull().references('issues.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('events', 'bigint', (column) => column.notNull())
    .addColumn('other_issue', 'bigint')
    .execute()
  await schema.createIndex('issue_activity_issue').on('issue_activity').columns(['issue_id', 'at']).execute()
  // Outbox of event moves for the telemetry; a row is deleted once applied.
  await schema
    .createTable('event_revisions')
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('revision', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('event_revisions_pk', ['project_id', 'event_id'])
    .execute()
}
