import type { Transaction } from 'kysely'
import { addActivity } from './activity.ts'
import type { Schema } from './schema.ts'

interface Move {
  readonly source: string
  readonly target: string
  readonly events: number
  readonly now: number
}

/**
 * Takes the events off an issue's count and says so on both. An issue that loses its last one goes, and what leads to it
 * leads to the other from then on: the next unmapped event must not open it again as a new one.
 */
export async function emptySource(
  transaction: Transaction<Schema>,
  { source, target, events, now }: Move,
): Promise<void> {
  const [from, to] = [await rowOf(transaction, source), await rowOf(transaction, target)]
  if (to === undefined) return
  await addActivity(transaction, target, { at: now, kind: 'moved_in', events, otherIssue: from?.number })
  if (from === undefined) return
  const left = Math.max(from.event_count - events, 0)
  if (left > 0) {
    await transaction.updateTable('issues').set({ event_count: left }).where('id', '=', source).execute()
    await addActivity(transaction, source, { at: now, kind: 'moved_out', events, otherIssue: to.number })
    return
  }
  await transaction
    .updateTable('fingerprints')
    .set({ issue_id: target })
    .where('issue_id', '=', source)
    .execute()
  await transaction.deleteFrom('issues').where('id', '=', source).execute()
}

async function rowOf(transaction: Transaction<Schema>, id: string) {
  return transaction
    .selectFrom('issues')
    .select(['number', 'event_count'])
    .where('id', '=', id)
    .executeTakeFirst()
}
