import type { Transaction } from 'kysely'
import type { Schema } from '#stores/records/sql/schema.ts'

export async function up(transaction: Transaction<Schema>): Promise<void> {
  await createArtifacts(transaction)
  await createReleases(transaction)
}

async function createArtifacts({ schema }: Transaction<Schema>): Promise<void> {
  await schema
    .createTable('artifact_bundles')
    .addColumn('project_id', 'text', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('checksum', 'text', (column) => column.notNull())
    .addColumn('release', 'text')
    .addColumn('dist', 'text')
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('uploaded_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('artifact_bundles_pk', ['project_id', 'checksum'])
    .execute()
  await schema
    .createIndex('artifact_bundles_by_age')
    .on('artifact_bundles')
    .columns(['project_id', 'uploaded_at', 'bytes'])
    .execute()
  await createArtifactFiles(schema)
  await schema
    .createTable('artifact_orphans')
    .addColumn('blob', 'text', (column) => column.primaryKey())
    .execute()
}

async function createArtifactFiles(schema: Transaction<Schema>['schema']): Promise<void> {
  await schema
    .createTable('artifact_files')
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('checksum', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('debug_id', 'text')
    .addColumn('release', 'text')
    .addColumn('dist', 'text')
    .addColumn('source_map', 'text')
    .addColumn('blob', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('uploaded_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('artifact_files_pk', ['project_id', 'checksum', 'position'])
    .addForeignKeyConstraint(
      'artifact_files_bundle',
      ['project_id', 'checksum'],
      'artifact_bundles',
      ['project_id', 'checksum'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()
  // One look-up per frame's script, also for a project with a thousand builds.
  await schema
    .createIndex('artifact_files_by_debug_id')
    .on('artifact_files')
    .columns(['project_id', 'debug_id', 'uploaded_at'])
    .where('debug_id', 'is not', null)
    .execute()
  await schema
    .createIndex('artifact_files_by_url')
    .on('artifact_files')
    .columns(['project_id', 'release', 'url', 'dist', 'uploaded_at'])
    .where('release', 'is not', null)
    .execute()
  await schema.createIndex('artifact_files_by_blob').on('artifact_files').column('blob').execute()
}

async function createReleases({ schema }: Transaction<Schema>): Promise<void> {
  await schema
    .createTable('releases')
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('url', 'text')
    .addColumn('ref', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('released_at', 'bigint')
    .addPrimaryKeyConstraint('releases_pk', ['organization_id', 'version'])
    .execute()
  await schema
    .createIndex('releases_by_age')
    .on('releases')
    .columns(['organization_id', 'created_at', 'version'])
    .execute()
  await ofRelease(schema, 'release_projects')
    .addColumn('project_id', 'text', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('release_projects_pk', ['organization_id', 'version', 'project_id'])
    .execute()
  await schema.createIndex('release_projects_project').on('release_projects').column('project_id').execute()
  await ofRelease(schema, 'release_commits')
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('repository', 'text', (column) => column.notNull())
    .addColumn('author_name', 'text')
    .addColumn('author_email', 'text')
    .addColumn('message', 'text')
    .addColumn('committed_at', 'bigint')
    .addColumn('files', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('release_commits_pk', ['organization_id', 'version', 'position'])
    .execute()
  await ofRelease(schema, 'deploys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('url', 'text')
    .addColumn('started_at', 'bigint')
    .addColumn('finished_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('deploys_release')
    .on('deploys')
    .columns(['organization_id', 'version', 'finished_at'])
    .execute()
}

/** A table whose rows go with their release. */
function ofRelease(schema: Transaction<Schema>['schema'], name: string) {
  return schema
    .createTable(name)
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addForeignKeyConstraint(
      `${name}_release`,
      ['organization_id', 'version'],
      'releases',
      ['organization_id', 'version'],
      (constraint) => constraint.onDelete('cascade'),
    )
}
