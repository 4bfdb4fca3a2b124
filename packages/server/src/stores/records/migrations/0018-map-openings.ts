import type { Transaction } from 'kysely'
import type { Schema } from '#stores/records/sql/schema.ts'

export async function up({ schema }: Transaction<Schema>): Promise<void> {
  await schema
    .createTable('map_openings')
    .addColumn('blob', 'text', (column) => column.primaryKey())
    .addColumn('memory_mb', 'integer', (column) => column.notNull())
    .addColumn('opened_at', 'bigint', (column) => column.notNull())
    .execute()
}
