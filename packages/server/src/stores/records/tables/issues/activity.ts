import type { Kysely, Selectable, Transaction } from 'kysely'
import type { IssueActivity, IssueActivityData, IssueActivityKind } from '#domain/issues/issue-activity.ts'
import type { ActivityRecords } from '#stores/records/issue-comments.ts'
import { take } from '#stores/records/sql/counters.ts'
import type { IssueActivityTable, Schema } from '#stores/records/sql/schema.ts'

export function activityRecords(reads: Kysely<Schema>): ActivityRecords {
  return {
    async ofIssue(issueId, limit, before, kind) {
      const rows = await reads
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
        .selectAll('line')
        .select((eb) => eb.fn.coalesce('other.id', 'merged.issue_id').as('other_id'))
        .where('line.issue_id', '=', issueId)
        .$if(kind !== undefined, (query) => query.where('line.kind', '=', kind!))
        .$if(before !== undefined, (query) =>
          query.where((eb) =>
            eb(eb.refTuple('line.at', 'line.place'), '<', eb.tuple(before!.at, Number(before!.id))),
          ),
        )
        .orderBy('line.at', 'desc')
        .orderBy('line.place', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ other_id, ...row }) => toActivity(row, other_id ?? undefined))
    },
  }
}

export function toActivity(row: Selectable<IssueActivityTable>, otherIssueId?: string): IssueActivity {
  return {
    id: String(row.place),
    at: row.at,
    kind: row.kind as IssueActivityKind,
    events: row.events,
    otherIssue: row.other_issue ?? undefined,
    otherIssueId,
    personId: row.person_id ?? undefined,
    data: row.data === null ? {} : (JSON.parse(row.data) as IssueActivityData),
  }
}

export type NewActivity = Pick<IssueActivity, 'at' | 'kind'> & Partial<Omit<IssueActivity, 'id'>>

export async function addActivity(
  transaction: Transaction<Schema>,
  issueId: string,
  { at, kind, events = 0, otherIssue, personId, data }: NewActivity,
): Promise<IssueActivity> {
  const row = {
    place: await take(transaction, 'activity'),
    issue_id: issueId,
    at,
    kind,
    events,
    other_issue: otherIssue ?? null,
    person_id: personId ?? null,
    data: data === undefined ? null : JSON.stringify(data),
  }
  await transaction.insertInto('issue_activity').values(row).execute()
  return toActivity(row)
}
