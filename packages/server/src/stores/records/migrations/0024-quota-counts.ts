import type { Transaction } from 'kysely'
import type { Schema } from '#stores/records/sql/schema.ts'

/** No reference to projects: a node may tell of one that was deleted meanwhile. */
export async function up({ schema }: Transaction<Schema>): Promise<void> {
  await schema
    .createTable('quota_counts')
    .addColumn('node', 'text', (column) => column.notNull())
    .addColumn('window', 'text', (column) => column.notNull())
    .addColumn('slot', 'bigint', (column) => column.notNull())
    .addColumn('slot_ms', 'bigint', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .addColumn('told_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('quota_counts_pk', ['window', 'slot', 'node'])
    .execute()
  for (const column of ['ends_at', 'told_at'] as const)
    await schema.createIndex(`quota_counts_by_${column}`).on('quota_counts').column(column).execute()
}
