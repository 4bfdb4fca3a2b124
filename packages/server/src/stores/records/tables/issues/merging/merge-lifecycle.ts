import type { Transaction } from 'kysely'
import { lifecycleColumns, lifecycleIn } from '#stores/records/tables/issues/lifecycle-columns.ts'
import type { IssueAliasTable, IssueTable, Schema } from '#stores/records/sql/schema.ts'

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

/** A removed member is not an assignee. */
export async function restored(transaction: Transaction<Schema>, alias: IssueAliasTable) {
  const { assignee_team_id, priority, priority_chosen } = alias
  const assignee = await transaction
    .selectFrom('auth_user')
    .select('id')
    .where('id', '=', alias.assignee_id)
    .executeTakeFirst()
  const lifecycle = lifecycleColumns(lifecycleIn({ ...alias, first_seen: 0 }))
  return { ...lifecycle, assignee_id: assignee?.id ?? null, assignee_team_id, priority, priority_chosen }
}

/** An unmerged issue starts as ongoing and unassigned, with automatic priority. */
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

/** Followers of one follow the other, unless they unfollowed it. */
export async function keepSubscribers(
  transaction: Transaction<Schema>,
  from: string,
  to: string,
): Promise<void> {
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

/** Of these lines the other issue is part of what they say. */
const ABOUT_ANOTHER = ['mapped', 'moved_in', 'moved_out', 'merged', 'split_out', 'split_off']

/** Comments and history of the merged issue are shown here, with its short ID. */
export async function moveHistory(
  transaction: Transaction<Schema>,
  source: Pick<IssueTable, 'id' | 'number'>,
  to: string,
): Promise<void> {
  await transaction
    .updateTable('issue_activity')
    .set({ other_issue: source.number })
    .where('issue_id', '=', source.id)
    .where('other_issue', 'is', null)
    .where('kind', 'not in', ABOUT_ANOTHER)
    .execute()
  await transaction
    .updateTable('issue_activity')
    .set({ issue_id: to })
    .where('issue_id', '=', source.id)
    .execute()
}

/** That of the issue and of what had been merged into it before. */
export async function restoreHistory(
  transaction: Transaction<Schema>,
  from: string,
  { id, number }: Pick<IssueTable, 'id' | 'number'>,
): Promise<void> {
  const ofOthers = (numbers: readonly number[]) =>
    transaction
      .updateTable('issue_activity')
      .set({ issue_id: id })
      .where('issue_id', '=', from)
      .where('kind', 'not in', ABOUT_ANOTHER)
      .where('other_issue', 'in', numbers)
  const aliases = await transaction
    .selectFrom('issue_aliases')
    .select('number')
    .where('issue_id', '=', id)
    .execute()
  if (aliases.length > 0) await ofOthers(aliases.map((alias) => alias.number)).execute()
  await ofOthers([number]).set({ other_issue: null }).execute()
}
