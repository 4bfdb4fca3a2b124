import type { Transaction } from 'kysely'
import { AppError } from '#domain/app-error.ts'
import type { MergeRecords, MergeResult, PendingMove } from '#stores/records/merging.ts'
import { addActivity } from '#stores/records/tables/issues/activity.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { keepSubscribers, standingOf, moveHistory } from './merge-lifecycle.ts'
import { keepMove } from './merge-move.ts'
import { allFingerprints, spanOf } from './merge-span.ts'
import { recountUsers } from '#stores/records/tables/issues/rollups/rollup-write.ts'
import type { IssueTable, Schema } from '#stores/records/sql/schema.ts'

export async function merge(
  transaction: Transaction<Schema>,
  engine: RecordsEngine,
  ...[into, from, now, personId]: Parameters<MergeRecords['merge']>
): Promise<MergeResult> {
  const [target, ...sources] = await issuesOf(transaction, engine, [into, ...from])
  const moves: PendingMove[] = []
  for (const source of sources) moves.push(await join(transaction, target!, source, { now, personId }))
  await transaction
    .updateTable('issues')
    .set(spanOf(await allFingerprints(transaction, into)))
    .where('id', '=', into)
    .execute()
  await recountUsers(transaction, into)
  return { issueId: into, moves }
}

/** In the order asked for; locked where they have to be, in the order of their ids. */
async function issuesOf(
  transaction: Transaction<Schema>,
  engine: RecordsEngine,
  ids: readonly string[],
): Promise<readonly IssueTable[]> {
  if (new Set(ids).size < ids.length)
    throw new AppError('invalid_input', 'An issue is listed more than once.')
  const rows = await transaction
    .selectFrom('issues')
    .selectAll()
    .where('id', 'in', engine.listOf(ids))
    .orderBy('id')
    .$if(engine.needsRowLocks, (query) => query.forUpdate())
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = byId.get(id)
    if (row === undefined) throw new AppError('not_found', `Issue ${id} not found.`)
    if (row.project_id !== rows[0]!.project_id)
      throw new AppError('invalid_input', 'Issues of different projects cannot be merged.')
    return row
  })
}

async function join(
  transaction: Transaction<Schema>,
  target: IssueTable,
  source: IssueTable,
  { now, personId }: { readonly now: number; readonly personId: string | undefined },
): Promise<PendingMove> {
  const fingerprints = await allFingerprints(transaction, source.id)
  const move = await keepMove(transaction, {
    projectId: target.project_id,
    from: source.id,
    to: target.id,
    fingerprints: fingerprints.map(({ fingerprint }) => fingerprint),
  })
  await transaction
    .updateTable('fingerprints')
    .set((eb) => ({ issue_id: target.id, came_from: eb.fn.coalesce('came_from', eb.val(source.id)) }))
    .where('issue_id', '=', source.id)
    .execute()
  await transaction
    .updateTable('issue_aliases')
    .set({ issue_id: target.id })
    .where('issue_id', '=', source.id)
    .execute()
  await moveHistory(transaction, source, target.id)
  await keepSubscribers(transaction, source.id, target.id)
  await addActivity(transaction, target.id, {
    at: now,
    kind: 'merged',
    events: source.event_count,
    otherIssue: source.number,
    personId,
  })
  await transaction.deleteFrom('issues').where('id', '=', source.id).execute()
  await transaction
    .insertInto('issue_aliases')
    .values({
      ...standingOf(source),
      id: source.id,
      project_id: source.project_id,
      number: source.number,
      issue_id: target.id,
      merged_at: now,
      place: move.id,
    })
    .execute()
  return move
}
