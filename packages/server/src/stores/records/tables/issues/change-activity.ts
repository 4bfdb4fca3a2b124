import type { Transaction } from 'kysely'
import type { IssueLifecycle } from '#domain/issues/lifecycle/lifecycle.ts'
import type { IssuePriority } from '#domain/issues/issue-priority.ts'
import { addActivity } from './activity.ts'
import { subscribe } from './issue-comments.ts'
import { decisionLine } from './lifecycle-activity.ts'
import type { IssueTable, Schema } from '#stores/records/sql/schema.ts'

interface Context {
  readonly now: number
  readonly by: string | undefined
}

interface Change<T> {
  readonly before: T
  readonly after: T
}

/** The person who resolves an issue follows it. */
export async function addDecisionActivity(
  transaction: Transaction<Schema>,
  issueId: string,
  { before, after }: Change<IssueLifecycle>,
  { now: at, by: personId }: Context,
): Promise<void> {
  const line = decisionLine(before, after)
  if (line === undefined) return
  await addActivity(transaction, issueId, { ...line, at, personId })
  if (line.kind === 'resolved' && personId !== undefined) {
    await subscribe(transaction, issueId, personId, 'resolved')
  }
}

export async function addAssignmentActivity(
  transaction: Transaction<Schema>,
  issueId: string,
  { before, after }: Change<Pick<IssueTable, 'assignee_id' | 'assignee_team_id'>>,
  { now: at, by: personId }: Context,
): Promise<void> {
  const { assignee_id: assigneeId, assignee_team_id: assigneeTeamId } = after
  if (before.assignee_id === assigneeId && before.assignee_team_id === assigneeTeamId) return
  if (assigneeId !== null) {
    await addActivity(transaction, issueId, { at, kind: 'assigned', personId, data: { assigneeId } })
    await subscribe(transaction, issueId, assigneeId, 'assigned')
  } else if (assigneeTeamId === null) {
    await addActivity(transaction, issueId, { at, kind: 'unassigned', personId })
  } else {
    await addActivity(transaction, issueId, { at, kind: 'assigned', personId, data: { assigneeTeamId } })
  }
}

export async function addPriorityActivity(
  transaction: Transaction<Schema>,
  issueId: string,
  { before, after }: Change<Pick<IssueTable, 'priority' | 'priority_chosen'>>,
  { now: at, by: personId }: Context,
): Promise<void> {
  if (before.priority === after.priority && before.priority_chosen === after.priority_chosen) return
  const priority = after.priority_chosen === 1 ? (after.priority as IssuePriority) : null
  await addActivity(transaction, issueId, { at, kind: 'priority', personId, data: { priority } })
}
