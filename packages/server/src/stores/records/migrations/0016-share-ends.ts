import type { Transaction } from 'kysely'
import type { Schema } from '#stores/records/sql/schema.ts'

/** Links that were made before end when they are revoked, as they did; those of people who are gone end now. */
export async function up(transaction: Transaction<Schema>): Promise<void> {
  const { schema } = transaction
  for (const name of ['expires_at', 'last_opened_at'] as const)
    await schema.alterTable('share_links').addColumn(name, 'bigint').execute()
  await schema.createIndex('share_links_maker').on('share_links').column('created_by').execute()
  await transaction
    .deleteFrom('share_links')
    .where('created_by', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('issues')
            .innerJoin('projects', 'projects.id', 'issues.project_id')
            .innerJoin('members', 'members.organization_id', 'projects.organization_id')
            .select('members.user_id')
            .whereRef('issues.id', '=', 'share_links.issue_id')
            .whereRef('members.user_id', '=', 'share_links.created_by'),
        ),
      ),
    )
    .execute()
}
