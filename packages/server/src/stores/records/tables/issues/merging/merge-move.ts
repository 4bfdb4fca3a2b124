import type { Transaction } from 'kysely'
import type { PendingMove } from '#stores/records/merging.ts'
import type { IssueMove } from '#stores/telemetry/telemetry.ts'
import { take } from '#stores/records/sql/counters.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

/** In the same transaction as the decision, so that a process that ends in between does not forget it. */
export async function keepMove(transaction: Transaction<Schema>, move: IssueMove): Promise<PendingMove> {
  const id = await take(transaction, 'issue_move')
  await transaction
    .insertInto('issue_moves')
    .values({ id, move: JSON.stringify(move) })
    .execute()
  return { ...move, id }
}
