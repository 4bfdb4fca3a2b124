import type { Kysely, Transaction } from 'kysely'
import { AppError } from '#domain/app-error.ts'
import type { MergeRecords, MergeResult, PendingMove } from '#stores/merging.ts'
import type { IssueMove } from '#stores/telemetry.ts'
import { addActivity } from './activity.ts'
import { take } from './counters.ts'
import type { RecordsEngine } from './engine.ts'
import { allFingerprints, spanOf } from './merge-span.ts'
import type { IssueTable, Schema } from './schema.ts'
import { unmerge } from './unmerge.ts'

export function mergeRecords(db: Kysely<Schema>, engine: RecordsEngine): MergeRecords {
  return {
    async fingerprints(issueId, limit) {
      const rows = await db
        .selectFrom('fingerprints')
        .leftJoin('issue_aliases', 'issue_aliases.id', 'fingerprints.came_from')
        .select(['fingerprint', 'version', 'event_count', 'first_seen', 'last_seen', 'issue_aliases.number'])
        .where('fingerprints.issue_id', '=', issueId)
        .orderBy('event_count', 'desc')
        .orderBy('fingerprint')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        fingerprint: row.fingerprint,
        version: row.version,
        events: row.event_count,
        firstSeen: row.first_seen ?? undefined,
        lastSeen: row.last_seen ?? undefined,
        cameWith: row.number ?? undefined,
      }))
    },
    merge: async (into, from, now) =>
      db.transaction().execute((transaction) => merge(transaction, engine, into, from, now)),
    unmerge: async (...asked) =>
      db.transaction().execute((transaction) => unmerge(transaction, engine, ...asked)),
    async waiting(limit) {
      const rows = await db.selectFrom('issue_moves').selectAll().orderBy('id').limit(limit).execute()
      return rows.map(({ id, move }) => ({ ...(JSON.parse(move) as IssueMove), id }))
    },
    async told({ id }) {
      await db.deleteFrom('issue_moves').where('id', '=', id).execute()
    },
  }
}

async function merge(
  transaction: Transaction<Schema>,
  engine: RecordsEngine,
  into: string,
  from: readonly string[],
  now: number,
): Promise<MergeResult> {
  const [target, ...sources] = await issuesOf(transaction, engine, [into, ...from])
  const moves: PendingMove[] = []
  for (const source of sources) moves.push(await join(transaction, target!, source, now))
  await transaction
    .updateTable('issues')
    .set(spanOf(await allFingerprints(transaction, into)))
    .where('id', '=', into)
    .execute()
  return { issueId: into, moves }
}

/** In the order asked for; locked where they have to be, in the order of their ids. */
async function issuesOf(
  transaction: Transaction<Schema>,
  engine: RecordsEngine,
  ids: readonly string[],
): Promise<readonly IssueTable[]> {
  if (new Set(ids).size < ids.length) throw new AppError('invalid_input', 'An issue is named more than once.')
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
    if (row === undefined) throw new AppError('not_found', `There is no issue ${id}.`)
    if (row.project_id !== rows[0]!.project_id)
      throw new AppError('invalid_input', 'Issues of different projects cannot be merged.')
    return row
  })
}

async function join(
  transaction: Transaction<Schema>,
  target: IssueTable,
  source: IssueTable,
  now: number,
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
  for (const table of ['issue_aliases', 'issue_activity'] as const) {
    await transaction
      .updateTable(table)
      .set({ issue_id: target.id })
      .where('issue_id', '=', source.id)
      .execute()
  }
  await addActivity(transaction, target.id, {
    at: now,
    kind: 'merged',
    events: source.event_count,
    otherIssue: source.number,
  })
  await transaction.deleteFrom('issues').where('id', '=', source.id).execute()
  const { id, project_id, number, status, substatus, status_changed_at, assignee_id } = source
  await transaction
    .insertInto('issue_aliases')
    .values({
      id,
      project_id,
      number,
      issue_id: target.id,
      status,
      substatus,
      status_changed_at,
      assignee_id,
      merged_at: now,
      place: move.id,
    })
    .execute()
  return move
}

/** In the same transaction as the decision, so that a process that ends in between does not forget it. */
export async function keepMove(transaction: Transaction<Schema>, move: IssueMove): Promise<PendingMove> {
  const id = await take(transaction, 'issue_move')
  await transaction
    .insertInto('issue_moves')
    .values({ id, move: JSON.stringify(move) })
    .execute()
  return { ...move, id }
}
