import type { Kysely, Transaction } from 'kysely'
import { AppError } from '#domain/app-error.ts'
import type { IssueState, IssueStatus, IssueSubstatus } from '#domain/issue.ts'
import type { IssueChange } from '#stores/records.ts'
import type { RecordsEngine } from './engine.ts'
import type { Schema } from './schema.ts'

/** All of them or none; answers what was there, in the order of the changes. */
export async function changeIssues(
  db: Kysely<Schema>,
  engine: RecordsEngine,
  changes: readonly IssueChange[],
  now: number,
): Promise<readonly IssueState[]> {
  try {
    return await db.transaction().execute(async (transaction) => {
      const states = await statesOf(transaction, engine, changes)
      for (const [index, change] of changes.entries()) await apply(transaction, states[index]!, change, now)
      return states
    })
  } catch (error) {
    if (!engine.violates(error, 'reference')) throw error
    throw new AppError('not_found', 'There is no such user.', { cause: error })
  }
}

async function statesOf(
  transaction: Transaction<Schema>,
  engine: RecordsEngine,
  changes: readonly IssueChange[],
): Promise<readonly IssueState[]> {
  const ids = changes.map(({ id }) => id)
  const rows = await transaction
    .selectFrom('issues')
    .select(['id', 'status', 'substatus', 'assignee_id'])
    .where('id', 'in', engine.listOf(ids))
    .$if(engine.needsRowLocks, (query) => query.forUpdate())
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = byId.get(id)
    if (!row) throw new AppError('not_found', 'There is no such issue.')
    return {
      id,
      status: row.status as IssueStatus,
      substatus: row.substatus as IssueSubstatus,
      assigneeId: row.assignee_id ?? undefined,
    }
  })
}

async function apply(
  transaction: Transaction<Schema>,
  before: IssueState,
  change: IssueChange,
  now: number,
): Promise<void> {
  const { status = before.status, assigneeId = before.assigneeId ?? null } = change
  const moved = status !== before.status
  const substatus = change.substatus ?? (moved ? 'ongoing' : before.substatus)
  await transaction
    .updateTable('issues')
    .set({ status, substatus, assignee_id: assigneeId, ...(moved ? { status_changed_at: now } : {}) })
    .where('id', '=', before.id)
    .execute()
}
