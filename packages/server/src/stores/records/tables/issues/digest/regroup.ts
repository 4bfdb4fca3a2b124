import type { Kysely, Transaction } from 'kysely'
import type { LateEvent, RegroupRecords, RegroupResult, RenamedEvent } from '#stores/records/records.ts'
import type { EventRevision } from '#stores/telemetry/telemetry.ts'
import { addActivity } from '#stores/records/tables/issues/activity.ts'
import { announceNew } from './announce-new.ts'
import { groupEvents, type Group } from './digest-groups.ts'
import { naming } from './digest-issue.ts'
import { digestStatements } from './digest-statements.ts'
import { triggerWriter } from '#stores/records/tables/alerts/happenings.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { emptySource, leaveFingerprints, sourcesOf } from './regroup-source.ts'
import { targetOf } from './regroup-target.ts'
import { moveRollups } from '#stores/records/tables/issues/rollups/rollup-move.ts'
import { rollupWriter } from '#stores/records/tables/issues/rollups/rollup-write.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

export function regroupRecords(db: Kysely<Schema>, engine: RecordsEngine): RegroupRecords {
  const statements = digestStatements(db, engine)
  const recordTriggers = triggerWriter(db, engine)
  const rollups = rollupWriter(db, engine)

  async function regroup(
    transaction: Transaction<Schema>,
    events: readonly LateEvent[],
    now: number,
  ): Promise<RegroupResult> {
    const revisions: EventRevision[] = []
    const touched = new Set<string>()
    const known = await sourcesOf(transaction, events)
    for (const group of groupEvents(known, 0)) {
      const members = known.filter((event) => isOf(event, group))
      const target = await targetOf(transaction, statements, group, members)
      if (target === undefined) continue
      await leaveFingerprints(transaction, members)
      touched.add(target)
      await leaveSources(transaction, members, target, now, touched)
      for (const { revision } of members) revisions.push({ ...revision, issueId: target })
    }
    await moveRollups(transaction, rollups, known, touched)
    for (const revision of revisions) await keep(transaction, revision)
    return { revisions, issueIds: [...touched] }
  }

  return {
    regroup: async (events, now) =>
      db.transaction().execute((transaction) => regroup(transaction, events, now)),
    rename: async (events) => renameAll(db, events),
    waiting: async (limit) => waiting(db, limit),
    announce: async (issueIds, since) =>
      db.transaction().execute((transaction) => announceNew(transaction, recordTriggers, issueIds, since)),
    told: async (revisions) => forget(db, revisions),
  }
}

async function forget(db: Kysely<Schema>, revisions: readonly EventRevision[]): Promise<void> {
  for (const { projectId, eventId } of revisions) {
    await db
      .deleteFrom('event_revisions')
      .where('project_id', '=', projectId)
      .where('event_id', '=', eventId)
      .execute()
  }
}

async function renameAll(db: Kysely<Schema>, events: readonly RenamedEvent[]): Promise<readonly string[]> {
  const named = new Set<string>()
  for (const event of events) if (await rename(db, event)) named.add(event.issueId)
  return [...named]
}

/** Whether it had another name. */
async function rename(db: Kysely<Schema>, { issueId, receivedAt, ...event }: RenamedEvent): Promise<boolean> {
  const { title, culprit, search_text } = naming(event)
  const { numUpdatedRows } = await db
    .updateTable('issues')
    .set({ title, culprit, search_text })
    .where('id', '=', issueId)
    .where('last_seen', '<=', receivedAt)
    .where((eb) => eb.or([eb('title', '!=', title), eb('culprit', '!=', culprit)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

async function waiting(db: Kysely<Schema>, limit: number): Promise<readonly EventRevision[]> {
  const rows = await db.selectFrom('event_revisions').select('revision').limit(limit).execute()
  return rows.map((row) => JSON.parse(row.revision) as EventRevision)
}

function isOf(event: LateEvent, group: Group): boolean {
  return (
    event.projectId === group.projectId &&
    event.fingerprint === group.fingerprint &&
    event.groupingVersion === group.version
  )
}

async function leaveSources(
  transaction: Transaction<Schema>,
  members: readonly LateEvent[],
  target: string,
  now: number,
  touched: Set<string>,
): Promise<void> {
  for (const [source, moved] of Map.groupBy(members, ({ issueId }) => issueId)) {
    const events = moved.length
    if (source === target) {
      await addActivity(transaction, target, { at: now, kind: 'mapped', events, otherIssue: undefined })
      continue
    }
    touched.add(source)
    // The next error that a browser knows nothing about has nothing to do with this one.
    const movesFingerprints = !moved.every(({ isBrowserSide }) => isBrowserSide === true)
    await emptySource(transaction, { source, target, events, now, movesFingerprints })
  }
}

async function keep(transaction: Transaction<Schema>, revision: EventRevision): Promise<void> {
  const json = JSON.stringify(revision)
  await transaction
    .insertInto('event_revisions')
    .values({ project_id: revision.projectId, event_id: revision.eventId, revision: json })
    .onConflict((conflict) => conflict.columns(['project_id', 'event_id']).doUpdateSet({ revision: json }))
    .execute()
}
