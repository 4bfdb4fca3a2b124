import type { Transaction } from 'kysely'
import type { Schema } from '#stores/records/sql/schema.ts'

export async function createIssueTables(transaction: Transaction<Schema>): Promise<void> {
  const { schema } = transaction
  await createIssues(transaction)
  await schema
    .createTable('fingerprints')
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('issue_id', 'text', (column) => column.notNull().references('issues.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('fingerprints_pk', ['project_id', 'fingerprint', 'version'])
    .execute()
  await schema.createIndex('fingerprints_issue').on('fingerprints').column('issue_id').execute()
  await schema
    .createTable('intake_counts')
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('hour', 'bigint', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('quantity', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('intake_counts_pk', ['project_id', 'hour', 'category', 'outcome', 'reason'])
    .execute()
  await schema.createIndex('intake_counts_hour').on('intake_counts').column('hour').execute()
  await schema
    .createTable('spool_positions')
    .addColumn('spool_id', 'text', (column) => column.primaryKey())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .execute()
}

/** One index per sort order of the issue stream; a page reads it backwards per project and status and merges. */
async function createIssues({ schema }: Transaction<Schema>): Promise<void> {
  await schema
    .createTable('issues')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id'))
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('substatus', 'text', (column) => column.notNull())
    .addColumn('status_changed_at', 'bigint', (column) => column.notNull())
    .addColumn('level', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('culprit', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('first_seen', 'bigint', (column) => column.notNull())
    .addColumn('last_seen', 'bigint', (column) => column.notNull())
    .addColumn('event_count', 'bigint', (column) => column.notNull())
    .addColumn('first_release', 'text')
    .addColumn('last_release', 'text')
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addUniqueConstraint('issues_number', ['project_id', 'number'])
    .execute()
  for (const order of ['last_seen', 'first_seen', 'event_count']) {
    await schema
      .createIndex(`issues_by_${order}`)
      .on('issues')
      .columns(['project_id', 'status', order, 'id'])
      .execute()
  }
}
