import type { Transaction } from 'kysely'
import type { Schema } from '#stores/records/sql/schema.ts'

/** Blobs that uploads are storing. The process that stores them may not be the one that removes what nothing needs. */
export async function up({ schema }: Transaction<Schema>): Promise<void> {
  await schema
    .createTable('artifact_holds')
    .addColumn('upload', 'text', (column) => column.notNull())
    .addColumn('blob', 'text', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('artifact_holds_pk', ['upload', 'blob'])
    .execute()
  await schema.alterTable('artifact_orphans').addColumn('removing_until', 'bigint').execute()
  await schema.createIndex('artifact_holds_by_blob').on('artifact_holds').column('blob').execute()
  await schema.createIndex('artifact_holds_by_end').on('artifact_holds').column('until').execute()
}
