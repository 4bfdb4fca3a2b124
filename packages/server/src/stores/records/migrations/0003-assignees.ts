import type { Transaction } from 'kysely'
import type { Schema } from '#stores/records/sql/schema.ts'

export async function up({ schema }: Transaction<Schema>): Promise<void> {
  await schema
    .alterTable('issues')
    .addColumn('assignee_id', 'text', (column) => column.references('auth_user.id').onDelete('set null'))
    .execute()
  await schema
    .createIndex('issues_by_assignee')
    .on('issues')
    .columns(['assignee_id', 'project_id'])
    .where('assignee_id', 'is not', null)
    .execute()
  // How the issues of a project spread over levels and people is then read from the index alone.
  await schema
    .createIndex('issues_tally')
    .on('issues')
    .columns(['project_id', 'status', 'level', 'assignee_id'])
    .execute()
}
