import type { Transaction } from 'kysely'
import type { Schema } from '#stores/records/sql/schema.ts'

export async function up({ schema }: Transaction<Schema>): Promise<void> {
  await schema
    .createTable('preferences')
    .addColumn('user_id', 'text', (column) =>
      column.primaryKey().references('auth_user.id').onDelete('cascade'),
    )
    .addColumn('json', 'text', (column) => column.notNull())
    .execute()
}
