import { sql, type Transaction } from 'kysely'
import type { Schema } from '#stores/records/sql/schema.ts'

export async function up(transaction: Transaction<Schema>): Promise<void> {
  await describeLives(transaction)
  await renewActivity(transaction)
  const { schema } = transaction
  await schema
    .createTable('issue_subscriptions')
    .addColumn('issue_id', 'text', (column) => column.notNull().references('issues.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('auth_user.id').onDelete('cascade'))
    // 0: unfollowed, which automatic subscriptions respect.
    .addColumn('active', 'integer', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('issue_subscriptions_pk', ['issue_id', 'user_id'])
    .execute()
}

async function describeLives(transaction: Transaction<Schema>): Promise<void> {
  const { schema } = transaction
  for (const table of ['issues', 'issue_aliases']) {
    // What hangs on the status, as JSON; null where the status says everything.
    await schema.alterTable(table).addColumn('status_details', 'text').execute()
    await schema
      .alterTable(table)
      .addColumn('assignee_team_id', 'text', (column) => column.references('teams.id').onDelete('set null'))
      .execute()
    await schema
      .alterTable(table)
      .addColumn('priority', 'text', (column) => column.notNull().defaultTo('medium'))
      .execute()
    await schema
      .alterTable(table)
      .addColumn('priority_chosen', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  }
  await schema
    .alterTable('issues')
    .addColumn('priority_auto', 'text', (column) => column.notNull().defaultTo('medium'))
    .execute()
  // Copied from the details, to find what is due.
  await schema.alterTable('issues').addColumn('wake_at', 'bigint').execute()
  await schema.alterTable('issues').addColumn('fix_commit', 'text').execute()
  for (const column of ['wake_at', 'fix_commit'] as const) {
    await schema
      .createIndex(`issues_by_${column}`)
      .on('issues')
      .column(column)
      .where(column, 'is not', null)
      .execute()
  }
  await sql`
    update issues set priority =
      case when level = 'fatal' then 'high' when level = 'error' then 'medium' else 'low' end`.execute(
    transaction,
  )
  await sql`update issues set priority_auto = priority`.execute(transaction)
}

/** Lines of a history are paged and comments are named, so each needs a number. */
async function renewActivity(transaction: Transaction<Schema>): Promise<void> {
  const { schema } = transaction
  await schema
    .createTable('issue_history')
    .addColumn('place', 'bigint', (column) => column.primaryKey())
    .addColumn('issue_id', 'text', (column) => column.notNull().references('issues.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('events', 'bigint', (column) => column.notNull())
    .addColumn('other_issue', 'bigint')
    .addColumn('person_id', 'text', (column) => column.references('auth_user.id').onDelete('set null'))
    .addColumn('data', 'text')
    .execute()
  await sql`
    insert into issue_history (place, issue_id, at, kind, events, other_issue, person_id)
    select row_number() over (order by at), issue_id, at, kind, events, other_issue, person_id from issue_activity`.execute(
    transaction,
  )
  await schema.dropTable('issue_activity').execute()
  await schema.alterTable('issue_history').renameTo('issue_activity').execute()
  await schema
    .createIndex('issue_activity_issue')
    .on('issue_activity')
    .columns(['issue_id', 'at', 'place'])
    .execute()
  await schema.createIndex('issue_activity_person').on('issue_activity').column('person_id').execute()
  await sql`
    insert into counters (name, value) select 'activity', coalesce(max(place), 0) from issue_activity`.execute(
    transaction,
  )
}
