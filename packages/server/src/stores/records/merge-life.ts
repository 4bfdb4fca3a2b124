import type { Transaction } from 'kysely'
import { lifeColumns, lifeIn } from './life-columns.ts'
import type { IssueAliasTable, IssueTable, Schema } from './schema.ts'

type Standing = Pick<
  IssueAliasTable,
  | 'status'
  | 'substatus'
  | 'status_changed_at'
  | 'status_details'
  | 'assignee_id'
  | 'assignee_team_id'
  | 'priority'
  | 'priority_chosen'
>

/** What an issue was, for the day it is parted again. */
export function standingOf(issue: IssueTable): Standing {
  const { status, substatus, status_changed_at, status_details } = issue
  const { assignee_id, assignee_team_id, priority, priority_chosen } = issue
  return {
    status,
    substatus,
    status_changed_at,
    status_details,
    assignee_id,
    assignee_team_id,
    priority,
    priority_chosen,
  }
}

export function restored(alias: IssueAliasTable) {
  const { assignee_id, assignee_team_id, priority, priority_chosen } = alias
  const life = lifeColumns(lifeIn({ ...alias, first_seen: 0 }))
  return { ...life, assignee_id, assignee_team_id, priority, priority_chosen }
}

/** A new one is what the issue was, and nobody's. */
export function calm(issue: IssueTable, now: number) {
  return {
    substatus: 'ongoing',
    status_changed_at: now,
    assignee_id: null,
    assignee_team_id: null,
    priority: issue.priority_auto,
    priority_chosen: 0,
  }
}

/** Whoever follows the one follows the other; whoever left the other stays out. */
export async function keepReaders(transaction: Transaction<Schema>, from: string, to: string): Promise<void> {
  await transaction
    .insertInto('issue_subscriptions')
    .columns(['issue_id', 'user_id', 'active', 'reason'])
    .expression((eb) =>
      eb
        .selectFrom('issue_subscriptions as before')
        .select([eb.val(to).as('issue_id'), 'before.user_id', 'before.active', 'before.reason'])
        .where('before.issue_id', '=', from),
    )
    .onConflict((conflict) => conflict.columns(['issue_id', 'user_id']).doNothing())
    .execute()
}
