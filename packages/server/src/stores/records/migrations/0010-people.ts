import type { Transaction } from 'kysely'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

export async function up(transaction: Transaction<Schema>, engine: RecordsEngine): Promise<void> {
  await createSecondFactors(transaction, engine)
  await createInvitations(transaction)
  await createTeams(transaction)
  await createAudit(transaction)
}

/** As the account library's own schema generator asks for them (a test compares the two). */
async function createSecondFactors(
  { schema }: Transaction<Schema>,
  { accountColumns: { date, boolean } }: RecordsEngine,
): Promise<void> {
  await schema.alterTable('auth_user').addColumn('twoFactorEnabled', boolean).execute()
  await schema
    .createTable('auth_two_factor')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('backupCodes', 'text', (column) => column.notNull())
    .addColumn('userId', 'text', (column) => column.notNull().references('auth_user.id').onDelete('cascade'))
    .addColumn('verified', boolean)
    .addColumn('failedVerificationCount', 'integer')
    .addColumn('lockedUntil', date)
    .execute()
  await schema.createIndex('auth_two_factor_secret_idx').on('auth_two_factor').column('secret').execute()
  await schema.createIndex('auth_two_factor_userId_idx').on('auth_two_factor').column('userId').execute()
  await schema
    .createTable('auth_passkey')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text')
    .addColumn('publicKey', 'text', (column) => column.notNull())
    .addColumn('userId', 'text', (column) => column.notNull().references('auth_user.id').onDelete('cascade'))
    .addColumn('credentialID', 'text', (column) => column.notNull())
    .addColumn('counter', 'integer', (column) => column.notNull())
    .addColumn('deviceType', 'text', (column) => column.notNull())
    .addColumn('backedUp', boolean, (column) => column.notNull())
    .addColumn('transports', 'text')
    .addColumn('createdAt', date)
    .addColumn('aaguid', 'text')
    .execute()
  await schema.createIndex('auth_passkey_userId_idx').on('auth_passkey').column('userId').execute()
  await schema
    .createIndex('auth_passkey_credentialID_idx')
    .on('auth_passkey')
    .column('credentialID')
    .execute()
}

async function createInvitations({ schema }: Transaction<Schema>): Promise<void> {
  await schema
    .createTable('invitations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('invited_by', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('invitations_of_organization')
    .on('invitations')
    .columns(['organization_id', 'created_at'])
    .execute()
}

async function createTeams({ schema }: Transaction<Schema>): Promise<void> {
  await schema
    .createTable('teams')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('teams_slug', ['organization_id', 'slug'])
    .execute()
  await schema
    .createTable('team_members')
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('auth_user.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('team_members_pk', ['team_id', 'user_id'])
    .execute()
  await schema.createIndex('team_members_of_user').on('team_members').column('user_id').execute()
  await schema
    .createTable('team_projects')
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id').onDelete('cascade'))
    .addColumn('project_id', 'text', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('team_projects_pk', ['team_id', 'project_id'])
    .execute()
  await schema.createIndex('team_projects_of_project').on('team_projects').column('project_id').execute()
}

/** Nothing refers to who did it or what it was done to: both may be gone while the line stays. */
async function createAudit({ schema }: Transaction<Schema>): Promise<void> {
  await schema
    .createTable('audit')
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('actor_kind', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('actor_name', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('target_kind', 'text', (column) => column.notNull())
    .addColumn('target_id', 'text')
    .addColumn('target_name', 'text', (column) => column.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addPrimaryKeyConstraint('audit_pk', ['organization_id', 'position'])
    .execute()
  await schema.createIndex('audit_by_time').on('audit').column('at').execute()
}
