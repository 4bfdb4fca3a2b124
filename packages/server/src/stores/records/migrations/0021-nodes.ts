import type { Transaction } from 'kysely'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

/** What nodes remember of each other's changes: columns that change all the time are left out. */
const WATCHED: Readonly<Record<string, readonly string[]>> = {
  auth_user: [],
  auth_session: [],
  api_tokens: ['hash', 'scopes', 'owner_id', 'expires_at'],
  members: [],
  organizations: [],
  projects: ['organization_id', 'slug', 'name', 'platform', 'settings'],
  project_keys: [],
  route_revisions: [],
}

export async function up(transaction: Transaction<Schema>, engine: RecordsEngine): Promise<void> {
  await transaction.schema
    .createTable('leases')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .execute()
  await engine.announceChanges(transaction, WATCHED)
}
