import { sql, type Transaction } from 'kysely'
import type { Schema } from '#stores/records/sql/schema.ts'

export async function up(transaction: Transaction<Schema>): Promise<void> {
  await createTriggers(transaction)
  await createAlerts(transaction)
  await createDeliveries(transaction)
  const { schema } = transaction
  await schema
    .createTable('share_links')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('issue_id', 'text', (column) => column.notNull().references('issues.id').onDelete('cascade'))
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_by', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('share_links_issue').on('share_links').column('issue_id').execute()
}

async function createTriggers(transaction: Transaction<Schema>): Promise<void> {
  const { schema } = transaction
  await schema
    .createTable('issue_happenings')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('project_id', 'text', (column) => column.notNull())
    .addColumn('issue_id', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('issue_happenings_at').on('issue_happenings').columns(['kind', 'at']).execute()
  // For the backtest of the first alert; nothing before it is sent.
  await sql`
    insert into issue_happenings (id, kind, project_id, issue_id, at)
    select row_number() over (order by first_seen), 'new', project_id, id, first_seen from issues
    where first_seen >= (select max(last_seen) from issues) - 1296000000`.execute(transaction)
  await sql`
    insert into counters (name, value) select 'happening', coalesce(max(id), 0) from issue_happenings`.execute(
    transaction,
  )
}

async function createAlerts({ schema }: Transaction<Schema>): Promise<void> {
  await schema
    .createTable('alerts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('rule', 'text', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('muted_until', 'bigint')
    .addColumn('memory', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('last_fired_at', 'bigint')
    .execute()
  await schema
    .createTable('alert_channels')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('hint', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
}

async function createDeliveries({ schema }: Transaction<Schema>): Promise<void> {
  await schema
    .createTable('deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('alert_id', 'text', (column) => column.references('alerts.id').onDelete('set null'))
    .addColumn('channel_id', 'text', (column) => column.references('alert_channels.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.references('auth_user.id').onDelete('cascade'))
    .addColumn('notification', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_try_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('deliveries_due')
    .on('deliveries')
    .column('next_try_at')
    .where('next_try_at', 'is not', null)
    .execute()
  for (const column of ['alert_id', 'channel_id', 'user_id', 'created_at'] as const)
    await schema.createIndex(`deliveries_by_${column}`).on('deliveries').column(column).execute()
  await schema
    .createTable('delivery_attempts')
    .addColumn('delivery_id', 'text', (column) =>
      column.notNull().references('deliveries.id').onDelete('cascade'),
    )
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('duration_ms', 'bigint', (column) => column.notNull())
    .addColumn('ok', 'integer', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('answer', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('delivery_attempts_pk', ['delivery_id', 'number'])
    .execute()
}
