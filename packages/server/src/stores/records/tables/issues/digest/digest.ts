import type { Kysely, Transaction } from 'kysely'
import type { DigestBatch, DigestRecords, DigestResult } from '#stores/records/records.ts'
import { createIssues, markFirstEvents } from './digest-create.ts'
import { issueFinder } from './digest-find.ts'
import { countedGroup, groupEvents, type Group } from './digest-groups.ts'
import { description, updatedIssue, type KnownIssue } from './digest-issue.ts'
import { advanceLifecycle } from './digest-lifecycle.ts'
import { digestStatements } from './digest-statements.ts'
import { eventClaims } from './event-claims.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { recordTriggers } from '#stores/records/tables/alerts/happenings.ts'
import { intakeAdder } from '#stores/records/tables/projects/intake.ts'
import { rollupWriter } from '#stores/records/tables/issues/rollups/rollup-write.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

export function digestRecords(db: Kysely<Schema>, engine: RecordsEngine): DigestRecords {
  const statements = digestStatements(db, engine)
  const { find, claim } = issueFinder(statements)
  const addIntake = intakeAdder(db)
  const rollups = rollupWriter(db, engine)

  async function apply(transaction: Transaction<Schema>, batch: DigestBatch): Promise<DigestResult> {
    const position = await watermark(transaction, batch.spoolId)
    const groups = groupEvents(batch.events, position)
    const issueIds = new Map<string, string>()
    const regressed: string[] = []
    const woke: string[] = []
    const unknown: Group[] = []
    for (const group of groups) {
      const issue = (await find(transaction, group)) ?? (await claim(transaction, group))
      if (issue) await join(issue, group)
      else unknown.push(group)
    }
    // Unmapped ones first: a mapped one of the same batch may claim what they made.
    const [mapped, unmapped] = [unknown.filter(isMapped), unknown.filter((group) => !isMapped(group))]
    const created = new Map(await createIssues(transaction, unmapped))
    for (const group of mapped) {
      const issue = await claim(transaction, group)
      if (issue) await join(issue, group)
      else for (const [made, id] of await createIssues(transaction, [group])) created.set(made, id)
    }
    for (const [group, id] of created) issueIds.set(keyOf(group), id)
    await recordTriggers(transaction, [...created].flatMap(asNews))
    await addIntake(
      transaction,
      batch.counts.filter((count) => count.position >= position),
    )
    const newUsers = await rollups.count(
      transaction,
      batch.events.filter(({ seq }) => seq >= position),
      ({ projectId, fingerprint }) => issueIds.get(`${projectId}/${fingerprint}`),
    )
    await rollups.addToIssues(transaction, newUsers)
    await markFirstEvents(transaction, groups)
    if (batch.to > position) await moveTo(transaction, batch.spoolId, batch.to)
    return { issueIds, created: [...created.values()], regressed, woke }

    async function join(issue: KnownIssue, group: Group): Promise<void> {
      issueIds.set(keyOf(group), issue.id)
      if (group.fresh === 0) return
      await grow(transaction, statements, issue, group)
      for (const { kind } of await advanceLifecycle(transaction, statements, issue, group)) {
        if (kind === 'regressed') regressed.push(issue.id)
        if (kind === 'woke') woke.push(issue.id)
      }
    }
  }

  return {
    claim: engine.sharedByNodes ? eventClaims(db, engine) : undefined,
    watermark: async (spoolId) => watermark(db, spoolId),
    apply: async (batch) =>
      engine.inProjects(db, projectsOf(batch), (transaction) => apply(transaction, batch)),
  }
}

async function grow(
  transaction: Transaction<Schema>,
  statements: ReturnType<typeof digestStatements>,
  issue: KnownIssue,
  group: Group,
): Promise<void> {
  const grown = updatedIssue(issue, group)
  await transaction.executeQuery(
    group.lastSeen >= issue.last_seen && group.latest.isBrowserSide !== true
      ? statements.growAndDescribe({ ...grown, ...description(group) })
      : statements.grow(grown),
  )
  await transaction.executeQuery(statements.count(countedGroup(group, group.fresh)))
}

/** The empty one is that of senders without a project, which are counted as well. */
function projectsOf({ events, counts }: DigestBatch): ReadonlySet<string> {
  return new Set([...events, ...counts].map(({ projectId = '' }) => projectId))
}

function isMapped({ unmapped }: Group): boolean {
  return unmapped !== undefined
}

/** Events that were counted before and lost their issue to retention are no news; nor yet is what waits for a server. */
function asNews([{ fresh, projectId, firstSeen: at, members }, issueId]: readonly [Group, string]) {
  const isNews = fresh > 0 && !members.every(({ awaitsServerSide }) => awaitsServerSide === true)
  return isNews ? [{ kind: 'new', projectId, issueId, at } as const] : []
}

function keyOf({ projectId, fingerprint }: Group): string {
  return `${projectId}/${fingerprint}`
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
