import type { Kysely, Selectable, Transaction } from 'kysely'
import { AppError } from '#domain/app-error.ts'
import { lifecycleAfter } from '#domain/issues/lifecycle/next-state.ts'
import type { Decision } from '#domain/issues/lifecycle/lifecycle.ts'
import type { IssuePriority } from '#domain/issues/issue-priority.ts'
import { isRevision, revisionOf } from '#domain/issues/issue-revision.ts'
import type { IssueState } from '#domain/issues/issue.ts'
import type { IssueChange } from '#stores/records/issue-change.ts'
import { addAssignmentActivity, addDecisionActivity, addPriorityActivity } from './change-activity.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { LIFECYCLE_COLUMNS, lifecycleColumns, lifecycleIn } from './lifecycle-columns.ts'
import type { IssueTable, Schema } from '#stores/records/sql/schema.ts'

/** All of them or none, beside what was changed since its revision; answers what was there, in the order of the changes. */
export async function changeIssues(
  db: Kysely<Schema>,
  engine: RecordsEngine,
  changes: readonly IssueChange[],
  now: number,
  by: string | undefined,
): Promise<readonly IssueState[]> {
  try {
    return await db.transaction().execute(async (transaction) => {
      const before: IssueState[] = []
      for (const { row, change } of await targetsOf(transaction, engine, changes)) {
        const after = await apply(transaction, row, change, { now, by })
        before.push({ ...stateIn(row), revision: revisionOf(stateIn(after)) })
      }
      return before
    })
  } catch (error) {
    if (!engine.violates(error, 'reference')) throw error
    throw new AppError('not_found', 'User not found.', { cause: error })
  }
}

const COLUMNS = [
  'id',
  ...LIFECYCLE_COLUMNS,
  'assignee_id',
  'assignee_team_id',
  'priority',
  'priority_chosen',
  'priority_auto',
] as const satisfies ReadonlyArray<keyof IssueTable>

type Row = Pick<Selectable<IssueTable>, (typeof COLUMNS)[number]>

interface Target {
  readonly row: Row
  readonly change: IssueChange
}

/** In the writing transaction, so that no change happens between comparison and write. */
async function targetsOf(
  transaction: Transaction<Schema>,
  engine: RecordsEngine,
  changes: readonly IssueChange[],
): Promise<readonly Target[]> {
  const ids = changes.map(({ id }) => id)
  const rows = await transaction
    .selectFrom('issues')
    .select(COLUMNS)
    .where('id', 'in', engine.listOf(ids))
    .orderBy('id')
    .$if(engine.needsRowLocks, (query) => query.forUpdate())
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return changes.flatMap((change) => {
    const row = byId.get(change.id)
    if (row && isDue(row, change)) return [{ row, change }]
    if (change.revision === undefined) throw new AppError('not_found', 'Issue not found.')
    return []
  })
}

function isDue(row: Row, change: IssueChange): boolean {
  const { revision, decision, status, substatus, assigneeId, assigneeTeamId, priority } = change
  if (revision === undefined) return true
  return isRevision(stateIn(row), revision, {
    lifecycle: (decision ?? status ?? substatus) !== undefined,
    assignee: assigneeId !== undefined || assigneeTeamId !== undefined,
    priority: priority !== undefined,
  })
}

function stateIn(row: Row): Omit<IssueState, 'revision'> {
  const { firstSeen: _, ...lifecycle } = lifecycleIn(row)
  return {
    id: row.id,
    status: lifecycle.status,
    substatus: lifecycle.substatus,
    assigneeId: row.assignee_id ?? undefined,
    assigneeTeamId: row.assignee_team_id ?? undefined,
    priority: row.priority_chosen === 1 ? (row.priority as IssuePriority) : undefined,
    lifecycle,
  }
}

async function apply(
  transaction: Transaction<Schema>,
  row: Row,
  change: IssueChange,
  context: { readonly now: number; readonly by: string | undefined },
): Promise<Row> {
  const before = lifecycleIn(row)
  const decision = change.decision ?? plainDecision(change)
  const { lifecycle } =
    decision === undefined
      ? { lifecycle: before }
      : lifecycleAfter(before, { kind: 'decision', at: context.now, decision })
  const assigned = assignment(row, change)
  const priority = chosenPriority(row, change)
  const written = { ...lifecycleColumns(lifecycle), ...assigned, ...priority }
  await transaction.updateTable('issues').set(written).where('id', '=', row.id).execute()
  await addDecisionActivity(transaction, row.id, { before, after: lifecycle }, context)
  await addAssignmentActivity(transaction, row.id, { before: row, after: assigned }, context)
  await addPriorityActivity(transaction, row.id, { before: row, after: priority }, context)
  return { ...row, ...written }
}

function plainDecision({ status, substatus }: IssueChange): Decision | undefined {
  if (status === 'resolved') return { kind: 'resolve', resolution: { kind: 'now' } }
  if (status === 'ignored') return { kind: 'ignore', snooze: { kind: 'forever' } }
  if (status === undefined && substatus === undefined) return undefined
  return { kind: 'reopen', ...(substatus === undefined ? {} : { substatus }) }
}

/** One of the two looks after it. */
function assignment(row: Row, { assigneeId, assigneeTeamId }: IssueChange) {
  const person = assigneeId === undefined ? row.assignee_id : assigneeId
  const team = assigneeTeamId === undefined ? row.assignee_team_id : assigneeTeamId
  return {
    assignee_id: typeof assigneeTeamId === 'string' ? null : person,
    assignee_team_id: typeof assigneeId === 'string' ? null : team,
  }
}

function chosenPriority(row: Row, { priority }: IssueChange) {
  if (priority === undefined) return { priority: row.priority, priority_chosen: row.priority_chosen }
  return priority === null
    ? { priority: row.priority_auto, priority_chosen: 0 }
    : { priority, priority_chosen: 1 }
}
