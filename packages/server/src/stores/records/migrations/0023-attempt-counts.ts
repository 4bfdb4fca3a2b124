import type { Transaction } from 'kysely'
import type { Schema } from '#stores/records/sql/schema.ts'

export async function up({ schema }: Transaction<Schema>): Promise<void> {
  await schema
    .createTable('attempt_counts')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('attempt_counts_pk', ['name', 'key'])
    .execute()
  await schema
    .createIndex('attempt_counts_by_end')
    .on('attempt_counts')
    .columns(['name', 'ends_at'])
    .execute()
}
