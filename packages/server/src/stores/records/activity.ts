import type { Kysely, Transaction } from 'kysely'
import type { IssueActivity } from '#domain/issue-activity.ts'
import type { ActivityRecords } from '#stores/records.ts'
import type { Schema } from './schema.ts'

export function activityRecords(db: Kysely<Schema>): ActivityRecords {
  return {
    async ofIssue(issueId, limit) {
      const rows = await db
        .selectFrom('issue_activity')
        .select(['at', 'kind', 'events', 'other_issue'])
        .where('issue_id', '=', issueId)
        .orderBy('at', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        at: row.at,
        kind: row.kind as IssueActivity['kind'],
        events: row.events,
        otherIssue: row.other_issue ?? undefined,
      }))
    },
  }
}

export async function addActivity(
  transaction: Transaction<Schema>,
  issueId: string,
  { at, kind, events, otherIssue }: IssueActivity,
): Promise<void> {
  await transaction
    .insertInto('issue_activity')
    .values({ issue_id: issueId, at, kind, events, other_issue: otherIssue ?? null })
    .execute()
}
