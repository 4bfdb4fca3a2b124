import { sql, type Transaction } from 'kysely'
import type { Schema } from '#stores/records/sql/schema.ts'

export async function up(transaction: Transaction<Schema>): Promise<void> {
  const { schema } = transaction
  await schema
    .alterTable('fingerprints')
    .addColumn('event_count', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  for (const name of ['first_seen', 'last_seen'] as const)
    await schema.alterTable('fingerprints').addColumn(name, 'bigint').execute()
  for (const name of ['first_release', 'last_release', 'came_from'] as const)
    await schema.alterTable('fingerprints').addColumn(name, 'text').execute()
  await countWhatIsThere(transaction)
  await schema
    .createTable('issue_aliases')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('issue_id', 'text', (column) => column.notNull().references('issues.id').onDelete('cascade'))
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('substatus', 'text', (column) => column.notNull())
    .addColumn('status_changed_at', 'bigint', (column) => column.notNull())
    .addColumn('assignee_id', 'text')
    .addColumn('merged_at', 'bigint', (column) => column.notNull())
    .addColumn('place', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('issue_aliases_number', ['project_id', 'number'])
    .execute()
  await schema.createIndex('issue_aliases_issue').on('issue_aliases').column('issue_id').execute()
  // Outbox of merged issues for the telemetry; a row is deleted once applied.
  await schema
    .createTable('issue_moves')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('move', 'text', (column) => column.notNull())
    .execute()
  await transaction.insertInto('counters').values({ name: 'issue_move', value: 0 }).execute()
}

/** For issues with several fingerprints there are no separate counts, so the first one gets all. */
async function countWhatIsThere(transaction: Transaction<Schema>): Promise<void> {
  await sql`
    update fingerprints set
      event_count = (select event_count from issues where issues.id = fingerprints.issue_id),
      first_seen = (select first_seen from issues where issues.id = fingerprints.issue_id),
      last_seen = (select last_seen from issues where issues.id = fingerprints.issue_id),
      first_release = (select first_release from issues where issues.id = fingerprints.issue_id),
      last_release = (select last_release from issues where issues.id = fingerprints.issue_id)
    where fingerprint = (
      select min(other.fingerprint) from fingerprints as other where other.issue_id = fingerprints.issue_id
    )`.execute(transaction)
}
