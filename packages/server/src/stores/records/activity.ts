import type { Kysely, Transaction } from 'kysely'
import type { IssueActivity } from '#domain/issue-activity.ts'
import type { ActivityRecords } from '#stores/records.ts'
import type { Schema } from './schema.ts'

export function activityRecords(db: Kysely<Schema>): ActivityRecords {
  return {
    async ofIssue(issueId, limit) {
      const rows = await db
        .selectFrom('issue_activity as line')
        .innerJoin('issues as own', 'own.id', 'line.issue_id')
        .leftJoin('issues as other', (join) =>
          join
            .onRef('other.project_id', '=', 'own.project_id')
            .onRef('other.number', '=', 'line.other_issue'),
        )
        .leftJoin('issue_aliases as merged', (join) =>
          join
            .onRef('merged.project_id', '=', 'own.project_id')
            .onRef('merged.number', '=', 'line.other_issue'),
        )
        .select(['at', 'kind', 'events', 'other_issue', 'person_id'])
        .select((eb) => eb.fn.coalesce('other.id', 'merged.issue_id').as('other_id'))
        .where('line.issue_id', '=', issueId)
        .orderBy('at', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        at: row.at,
        kind: row.kind as IssueActivity['kind'],
        events: row.events,
        otherIssue: row.other_issue ?? undefined,
        otherIssueId: row.other_id ?? undefined,
        personId: row.person_id ?? undefined,
      }))
    },
  }
}

/** Late maps move events without anybody having asked for it. */
export type ActivityLine = Omit<IssueActivity, 'personId'> & Partial<Pick<IssueActivity, 'personId'>>

export async function addActivity(
  transaction: Transaction<Schema>,
  issueId: string,
  { at, kind, events, otherIssue, personId }: ActivityLine,
): Promise<void> {
  await transaction
    .insertInto('issue_activity')
    .values({
      issue_id: issueId,
      at,
      kind,
      events,
      other_issue: otherIssue ?? null,
      person_id: personId ?? null,
    })
    .execute()
}
