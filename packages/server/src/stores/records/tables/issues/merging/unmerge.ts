import type { Selectable, Transaction } from 'kysely'
import { AppError } from '#domain/app-error.ts'
import type { IssueDescription, MergeRecords, MergeResult } from '#stores/records/merging.ts'
import { addActivity } from '#stores/records/tables/issues/activity.ts'
import { take } from '#stores/records/sql/counters.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { searchable } from '#stores/records/tables/issues/issue-matching.ts'
import { calm, restoreHistory, restored } from './merge-lifecycle.ts'
import { keepMove } from './merge-move.ts'
import { allFingerprints, spanOf } from './merge-span.ts'
import { recountUsers } from '#stores/records/tables/issues/rollups/rollup-write.ts'
import type { FingerprintTable, IssueAliasTable, IssueTable, Schema } from '#stores/records/sql/schema.ts'
import { storable } from '#stores/records/sql/text.ts'

type Fingerprint = Selectable<FingerprintTable>

export async function unmerge(
  transaction: Transaction<Schema>,
  engine: RecordsEngine,
  ...[issueId, asked, described, now, personId]: Parameters<MergeRecords['unmerge']>
): Promise<MergeResult> {
  const issue = await transaction
    .selectFrom('issues')
    .selectAll()
    .where('id', '=', issueId)
    .$if(engine.needsRowLocks, (query) => query.forUpdate())
    .executeTakeFirst()
  if (issue === undefined) throw new AppError('not_found', 'Issue not found.')
  const { leaving, staying } = parted(await allFingerprints(transaction, issueId), asked)
  const alias = await lastMerged(transaction, issueId, leaving)
  const split = await newHome(transaction, issue, alias, now)
  await transaction
    .insertInto('issues')
    .values({ ...split, ...spanOf(leaving), ...(described.leaving && columnsOf(described.leaving)) })
    .execute()
  await rebind(transaction, split, leaving)
  await followAliases(transaction, issue, split, staying)
  if (alias !== undefined) await restoreHistory(transaction, issueId, split)
  await transaction
    .updateTable('issues')
    .set({ ...spanOf(staying), ...(described.staying && columnsOf(described.staying)) })
    .where('id', '=', issueId)
    .execute()
  for (const id of [issueId, split.id]) await recountUsers(transaction, id)
  const events = spanOf(leaving).event_count
  const line = { at: now, events, personId }
  await addActivity(transaction, issueId, { ...line, kind: 'split_out', otherIssue: split.number })
  await addActivity(transaction, split.id, { ...line, kind: 'split_off', otherIssue: issue.number })
  const fingerprints = leaving.map(({ fingerprint }) => fingerprint)
  const { project_id: projectId } = issue
  const move = await keepMove(transaction, { projectId, from: issueId, to: split.id, fingerprints })
  return { issueId: split.id, moves: [move] }
}

/** What no event had yet goes along with the last of what it came with. */
function parted(all: readonly Fingerprint[], asked: readonly string[]) {
  const wanted = new Set(asked)
  const unknown = asked.find((fingerprint) => all.every((row) => row.fingerprint !== fingerprint))
  if (unknown !== undefined) throw new AppError('not_found', `The issue has no fingerprint ${unknown}.`)
  const kept = all.filter((row) => !wanted.has(row.fingerprint) && row.event_count > 0)
  const left = all.filter((row) => wanted.has(row.fingerprint) && row.event_count > 0)
  if (left.length === 0) throw new AppError('invalid_input', 'No event has had these fingerprints yet.')
  if (kept.length === 0) throw new AppError('invalid_input', 'That would leave the issue without events.')
  const goesAlong = ({ came_from }: Fingerprint) =>
    left.some((row) => row.came_from === came_from) && kept.every((row) => row.came_from !== came_from)
  const leaves = (row: Fingerprint) =>
    wanted.has(row.fingerprint) || (row.event_count === 0 && goesAlong(row))
  return { leaving: all.filter(leaves), staying: all.filter((row) => !leaves(row)) }
}

/** The issue that they belonged to before it was merged into this one. */
async function lastMerged(
  transaction: Transaction<Schema>,
  issueId: string,
  leaving: readonly Fingerprint[],
): Promise<IssueAliasTable | undefined> {
  const aliases = await transaction
    .selectFrom('issue_aliases')
    .selectAll()
    .where('issue_id', '=', issueId)
    .orderBy('place', 'desc')
    .execute()
  return aliases.find(({ id }) => leaving.some(({ came_from }) => came_from === id))
}

/** Nothing is reopened: a new one is what the issue was, an old one what it was itself. */
async function newHome(
  transaction: Transaction<Schema>,
  issue: IssueTable,
  alias: IssueAliasTable | undefined,
  now: number,
): Promise<IssueTable> {
  if (alias !== undefined) {
    await transaction.deleteFrom('issue_aliases').where('id', '=', alias.id).execute()
    return { ...issue, id: alias.id, number: alias.number, ...(await restored(transaction, alias)) }
  }
  const { last_issue_number: number } = await transaction
    .updateTable('projects')
    .set((eb) => ({ last_issue_number: eb('last_issue_number', '+', 1) }))
    .where('id', '=', issue.project_id)
    .returning('last_issue_number')
    .executeTakeFirstOrThrow()
  const id = String(await take(transaction, 'issue'))
  return { ...issue, id, number, ...calm(issue, now) }
}

async function rebind(
  transaction: Transaction<Schema>,
  { id, project_id }: IssueTable,
  leaving: readonly Fingerprint[],
): Promise<void> {
  for (const { fingerprint, version, came_from } of leaving) {
    await transaction
      .updateTable('fingerprints')
      .set({ issue_id: id, came_from: came_from === id ? null : came_from })
      .where('project_id', '=', project_id)
      .where('fingerprint', '=', fingerprint)
      .where('version', '=', version)
      .execute()
  }
}

/** An issue that was merged before, of which nothing stays, is found where it went. */
async function followAliases(
  transaction: Transaction<Schema>,
  issue: IssueTable,
  split: IssueTable,
  staying: readonly Fingerprint[],
): Promise<void> {
  const aliases = await transaction
    .selectFrom('issue_aliases')
    .select('id')
    .where('issue_id', '=', issue.id)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('fingerprints')
          .select('fingerprint')
          .whereRef('fingerprints.came_from', '=', 'issue_aliases.id')
          .where('fingerprints.issue_id', '=', split.id),
      ),
    )
    .execute()
  for (const { id } of aliases.filter((alias) => staying.every((row) => row.came_from !== alias.id))) {
    await transaction.updateTable('issue_aliases').set({ issue_id: split.id }).where('id', '=', id).execute()
  }
}

function columnsOf({ level, title, culprit, type, value, platform, recognised }: IssueDescription) {
  return {
    level,
    title: storable(title),
    culprit: storable(culprit),
    type: storable(type),
    value: storable(value),
    platform: storable(platform),
    recognised: recognised ?? null,
    search_text: searchable(`${title}\n${culprit}\n${value}`),
  }
}
