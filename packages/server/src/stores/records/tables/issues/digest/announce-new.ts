import type { Transaction } from 'kysely'
import type { Schema } from '#stores/records/sql/schema.ts'
import type { triggerWriter } from '#stores/records/tables/alerts/happenings.ts'

/** Issues that were not reported as new when they were made. One that was, or is gone, is left alone. */
export async function announceNew(
  transaction: Transaction<Schema>,
  recordTriggers: ReturnType<typeof triggerWriter>,
  issueIds: readonly string[],
  since: number,
): Promise<void> {
  for (const id of new Set(issueIds)) {
    const issue = await transaction
      .selectFrom('issues')
      .select(['project_id', 'first_seen'])
      .where('id', '=', id)
      .where('first_seen', '>=', since)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('issue_happenings')
              .select('id')
              .whereRef('issue_id', '=', 'issues.id')
              .where('kind', '=', 'new'),
          ),
        ),
      )
      .executeTakeFirst()
    if (issue === undefined) continue
    const { project_id: projectId, first_seen: at } = issue
    await recordTriggers(transaction, [{ kind: 'new', projectId, issueId: id, at }])
  }
}
