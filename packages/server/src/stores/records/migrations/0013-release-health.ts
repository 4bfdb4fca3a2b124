import { sql, type Transaction } from 'kysely'
import type { Schema } from '#stores/records/sql/schema.ts'

export async function up(transaction: Transaction<Schema>): Promise<void> {
  const { schema } = transaction
  for (const name of ['first_event', 'last_event'] as const)
    await schema.alterTable('release_projects').addColumn(name, 'bigint').execute()
  await schema
    .createIndex('issues_by_first_release')
    .on('issues')
    .columns(['project_id', 'first_release', 'first_seen'])
    .where('first_release', 'is not', null)
    .execute()
  await schema
    .createIndex('issues_resolved_somehow')
    .on('issues')
    .column('project_id')
    .where(sql<boolean>`status = 'resolved' and status_details is not null`)
    .execute()
  await schema
    .createIndex('issue_activity_regressed')
    .on('issue_activity')
    .column('at')
    .where(sql<boolean>`kind = 'regressed'`)
    .execute()
  await takeFromIssues(transaction)
}

/** Releases that were only ever named by events are releases too, as far as the issues remember them. */
async function takeFromIssues(transaction: Transaction<Schema>): Promise<void> {
  const seen = sql`
    select projects.organization_id, seen.version, seen.project_id, min(seen.at) as first_at, max(seen.at) as last_at
    from (
      select project_id, first_release as version, first_seen as at from issues where first_release is not null
      union all
      select project_id, last_release, last_seen from issues where last_release is not null
    ) as seen
    inner join projects on projects.id = seen.project_id
    group by projects.organization_id, seen.version, seen.project_id`
  await sql`
    insert into releases (organization_id, version, status, created_at)
    select organization_id, version, 'open', min(first_at) from (${seen}) as known
    where true group by organization_id, version
    on conflict (organization_id, version) do nothing`.execute(transaction)
  await sql`
    insert into release_projects (organization_id, version, project_id, first_event, last_event)
    select organization_id, version, project_id, first_at, last_at from (${seen}) as known where true
    on conflict (organization_id, version, project_id)
    do update set first_event = excluded.first_event, last_event = excluded.last_event`.execute(transaction)
}
