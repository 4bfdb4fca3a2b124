import type { Transaction } from 'kysely'
import type { Schema } from '#stores/records/sql/schema.ts'

export async function up({ schema }: Transaction<Schema>): Promise<void> {
  await schema
    .alterTable('issue_activity')
    .addColumn('person_id', 'text', (column) => column.references('auth_user.id').onDelete('set null'))
    .execute()
}
