import type { Transaction } from 'kysely'
import type { Schema } from '#stores/records/sql/schema.ts'

export async function up({ schema }: Transaction<Schema>): Promise<void> {
  await schema
    .createTable('route_rules')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('pattern', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('route_rules_by_place')
    .on('route_rules')
    .columns(['project_id', 'place'])
    .execute()
  await schema
    .createTable('route_manifests')
    .addColumn('project_id', 'text', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('release', 'text', (column) => column.notNull())
    .addColumn('manifest', 'text', (column) => column.notNull())
    .addColumn('uploaded_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('route_manifests_pk', ['project_id', 'release'])
    .execute()
  await schema
    .createTable('route_learned')
    .addColumn('project_id', 'text', (column) =>
      column.primaryKey().references('projects.id').onDelete('cascade'),
    )
    .addColumn('patterns', 'text', (column) => column.notNull())
    .execute()
}
