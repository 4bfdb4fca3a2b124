import type { Kysely, Transaction } from 'kysely'
import type { DigestBatch, DigestRecords, DigestResult } from '#stores/records/records.ts'
import type { NewBatchIssue } from './batch-issue.ts'
import { createIssues } from './digest-create.ts'
import { groupEvents, type Group } from './digest-groups.ts'
import { sightsFor } from './digest-lifecycle.ts'
import { digestStatements } from './digest-statements.ts'
import { writeFingerprints, writeIssues } from './digest-write.ts'
import { eventClaims } from './event-claims.ts'
import { joinGroups, type JoinedGroups } from './join-groups.ts'
import { loadIssues } from './load-issues.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { triggerWriter } from '#stores/records/tables/alerts/happenings.ts'
import { factWriter, triggersOf } from '#stores/records/tables/issues/lifecycle-activity.ts'
import { intakeAdder } from '#stores/records/tables/projects/intake.ts'
import { firstSights } from '#stores/records/tables/releases/first-sightings.ts'
import { rollupWriter } from '#stores/records/tables/issues/rollups/rollup-write.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

export function digestRecords(db: Kysely<Schema>, engine: RecordsEngine): DigestRecords {
  const statements = digestStatements(db, engine)
  const findSights = firstSights(db, engine)
  const addIntake = intakeAdder(db, engine)
  const addFacts = factWriter(db, engine)
  const recordTriggers = triggerWriter(db, engine)
  const rollups = rollupWriter(db, engine)

  /** As many statements for a thousand issues as for one: between two of them everybody else waits for the network. */
  async function apply(transaction: Transaction<Schema>, batch: DigestBatch): Promise<DigestResult> {
    const position = await watermark(transaction, batch.spoolId)
    const groups = groupEvents(batch.events, position)
    const known = await loadIssues(transaction, statements, groups)
    const sights = await sightsFor(transaction, findSights, known, groups)
    const joined = joinGroups(known, groups, sights)
    await createIssues(transaction, statements, [...joined.created.values()])
    await writeFingerprints(transaction, statements, known.added, joined.found)
    const result = resultOf(joined)
    const newUsers = await rollups.count(
      transaction,
      batch.events.filter(({ seq }) => seq >= position),
      ({ projectId, fingerprint }) => result.issueIds.get(`${projectId}/${fingerprint}`),
    )
    await writeIssues(transaction, statements, new Set(joined.issues.values()), newUsers)
    await addIntake(
      transaction,
      batch.counts.filter((count) => count.position >= position),
    )
    await statements.markFirstEvent(transaction, firstEvents(groups))
    const facts = factsOf(joined)
    await addFacts(transaction, facts)
    await recordTriggers(transaction, [...triggersOf(facts), ...[...joined.created].flatMap(asNews)])
    if (batch.to > position) await moveTo(transaction, batch.spoolId, batch.to)
    return result
  }

  return {
    claim: engine.sharedByNodes ? eventClaims(db, engine) : undefined,
    watermark: async (spoolId) => watermark(db, spoolId),
    apply: async (batch) =>
      engine.inProjects(db, projectsOf(batch), (transaction) => apply(transaction, batch)),
  }
}

/** Events of a project that is gone have no issue. */
function resultOf({ issues, created, facts }: JoinedGroups): DigestResult {
  const issueIds = new Map<string, string>()
  for (const [{ projectId, fingerprint }, { columns }] of issues)
    if (columns.id !== '') issueIds.set(`${projectId}/${fingerprint}`, columns.id)
  const those = (kind: string) =>
    facts.filter(({ fact }) => fact.kind === kind).map(({ issue }) => issue.columns.id)
  return {
    issueIds,
    created: [...created.values()].map(({ columns }) => columns.id).filter((id) => id !== ''),
    regressed: those('regressed'),
    woke: those('woke'),
  }
}

function factsOf({ facts }: JoinedGroups) {
  return facts.map(({ issue, group: { projectId }, fact }) => ({
    issueId: issue.columns.id,
    projectId,
    fact,
  }))
}

function firstEvents(groups: readonly Group[]) {
  const first = new Map<string, number>()
  for (const { projectId, firstSeen } of groups)
    first.set(projectId, Math.min(first.get(projectId) ?? Infinity, firstSeen))
  return Array.from(first, ([project_id, at]) => ({ project_id, at }))
}

/** The empty one is that of senders without a project, which are counted as well. */
function projectsOf({ events, counts }: DigestBatch): ReadonlySet<string> {
  return new Set([...events, ...counts].map(({ projectId = '' }) => projectId))
}

/** Events that were counted before and lost their issue to retention are no news; nor yet is what waits for a server. */
function asNews([group, { columns }]: readonly [Group, NewBatchIssue]) {
  const { fresh, projectId, firstSeen: at, members } = group
  const isNews = fresh > 0 && !members.every(({ awaitsServerSide }) => awaitsServerSide === true)
  return isNews && columns.id !== '' ? [{ kind: 'new', projectId, issueId: columns.id, at } as const] : []
}

async function watermark(db: Kysely<Schema>, spoolId: string): Promise<number> {
  const row = await db
    .selectFrom('spool_positions')
    .select('position')
    .where('spool_id', '=', spoolId)
    .executeTakeFirst()
  return row?.position ?? 0
}

async function moveTo(transaction: Transaction<Schema>, spoolId: string, position: number): Promise<void> {
  await transaction
    .insertInto('spool_positions')
    .values({ spool_id: spoolId, position })
    .onConflict((conflict) => conflict.column('spool_id').doUpdateSet({ position }))
    .execute()
}
