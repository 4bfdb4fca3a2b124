import { sql, type Transaction } from 'kysely'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { fingerprintKey } from '#stores/records/tables/issues/rollups/rollup-keys.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

export async function up(transaction: Transaction<Schema>, engine: RecordsEngine): Promise<void> {
  const { schema } = transaction
  await schema
    .alterTable('issues')
    .addColumn('user_count', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema
    .createIndex('issues_by_user_count')
    .on('issues')
    .columns(['project_id', 'status', 'user_count', 'id'])
    .execute()
  await nameFingerprints(transaction)
  await createRollups(transaction, engine)
  await schema
    .createTable('saved_views')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('owner_id', 'text', (column) => column.references('auth_user.id').onDelete('set null'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('list', 'text', (column) => column.notNull())
    .addColumn('query', 'text', (column) => column.notNull())
    .addColumn('sort', 'text', (column) => column.notNull())
    .addColumn('columns', 'text', (column) => column.notNull())
    .addColumn('shared', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('saved_views_project').on('saved_views').column('project_id').execute()
  await rememberUncounted(transaction)
}

/** A number that stands for project, version and fingerprint: rows that are counted by it are short. */
async function nameFingerprints(transaction: Transaction<Schema>): Promise<void> {
  const { schema } = transaction
  await schema.alterTable('fingerprints').addColumn('key', 'bigint').execute()
  const rows = await transaction
    .selectFrom('fingerprints')
    .select(['project_id', 'version', 'fingerprint'])
    .execute()
  for (const row of rows) {
    await transaction
      .updateTable('fingerprints')
      .set({ key: fingerprintKey(row) })
      .where('project_id', '=', row.project_id)
      .where('version', '=', row.version)
      .where('fingerprint', '=', row.fingerprint)
      .execute()
  }
  await schema.createIndex('fingerprints_key').on('fingerprints').column('key').execute()
}

async function createRollups({ schema }: Transaction<Schema>, engine: RecordsEngine): Promise<void> {
  const clustered = engine.keyedTables ? sql` without rowid` : sql``
  await schema
    .createTable('fingerprint_hours')
    .addColumn('key', 'bigint', (column) => column.notNull())
    .addColumn('hour', 'integer', (column) => column.notNull())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('events', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('fingerprint_hours_pk', ['key', 'hour'])
    .modifyEnd(clustered)
    .execute()
  await schema
    .createIndex('fingerprint_hours_age')
    .on('fingerprint_hours')
    .columns(['project_id', 'hour'])
    .execute()
  await schema
    .createTable('fingerprint_users')
    .addColumn('key', 'bigint', (column) => column.notNull())
    .addColumn('user', 'bigint', (column) => column.notNull())
    .addColumn('project_id', 'text', (column) => column.notNull())
    // The last one on which the user had an event.
    .addColumn('day', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('fingerprint_users_pk', ['key', 'user'])
    .modifyEnd(clustered)
    .execute()
  await schema
    .createIndex('fingerprint_users_age')
    .on('fingerprint_users')
    .columns(['project_id', 'day'])
    .execute()
}

/**
 * What was digested before anything was counted is looked at again by a job. It knows those events by their missing spool,
 * so none is left out by its number.
 */
async function rememberUncounted(transaction: Transaction<Schema>): Promise<void> {
  const digested = await transaction.selectFrom('spool_positions').select('position').executeTakeFirst()
  if (digested === undefined) return
  await transaction
    .insertInto('facts')
    .values({
      name: 'rollups_unfilled',
      value: JSON.stringify({ to: Number.MAX_SAFE_INTEGER, after: {} }),
    })
    .execute()
}
