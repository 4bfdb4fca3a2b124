import type { Kysely, Transaction } from 'kysely'
import type { DigestBatch, DigestRecords, DigestResult } from '#stores/records.ts'
import { take } from './counters.ts'
import { groupEvents, type Group } from './digest-groups.ts'
import { description, grownIssue, isRegression, newIssue, type KnownIssue } from './digest-issue.ts'
import { digestStatements } from './digest-statements.ts'
import type { RecordsEngine } from './engine.ts'
import { intakeAdder } from './intake.ts'
import type { Schema } from './schema.ts'

export function digestRecords(db: Kysely<Schema>, engine: RecordsEngine): DigestRecords {
  const statements = digestStatements(db, engine)
  const addIntake = intakeAdder(db)

  async function apply(transaction: Transaction<Schema>, batch: DigestBatch): Promise<DigestResult> {
    const position = await watermark(transaction, batch.spoolId)
    const groups = groupEvents(batch.events, position)
    const issueIds = new Map<string, string>()
    const regressed: string[] = []
    const unknown: Group[] = []
    for (const group of groups) {
      const issue = await find(transaction, group)
      if (!issue) {
        unknown.push(group)
        continue
      }
      issueIds.set(keyOf(group), issue.id)
      if (group.fresh === 0) continue
      if (isRegression(issue, group)) regressed.push(issue.id)
      await grow(transaction, issue, group)
    }
    const created = await createIssues(transaction, unknown)
    for (const [group, id] of created) issueIds.set(keyOf(group), id)
    await addIntake(
      transaction,
      batch.counts.filter((count) => count.position >= position),
    )
    await markFirstEvents(transaction, groups)
    if (batch.to > position) await moveTo(transaction, batch.spoolId, batch.to)
    return { issueIds, created: [...created.values()], regressed }
  }

  async function find(transaction: Transaction<Schema>, group: Group): Promise<KnownIssue | undefined> {
    const { projectId: project_id, version, fingerprint } = group
    const { rows } = await transaction.executeQuery(statements.find({ project_id, version, fingerprint }))
    return rows[0]
  }

  async function grow(transaction: Transaction<Schema>, issue: KnownIssue, group: Group): Promise<void> {
    await transaction.executeQuery(statements.grow(grownIssue(issue, group)))
    if (group.lastSeen >= issue.last_seen) {
      await transaction.executeQuery(statements.describe({ ...description(group), id: issue.id }))
    }
    if (isRegression(issue, group)) {
      const reopened = { id: issue.id, status_changed_at: group.lastSeen }
      await transaction.executeQuery(statements.reopen(reopened))
    }
  }

  return {
    watermark: async (spoolId) => watermark(db, spoolId),
    apply: async (batch) => db.transaction().execute((transaction) => apply(transaction, batch)),
  }
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

/** Events of a project that is gone get no issue; they must not stop the events of the others. */
async function createIssues(
  transaction: Transaction<Schema>,
  groups: readonly Group[],
): Promise<ReadonlyMap<Group, string>> {
  const created = new Map<Group, string>()
  for (const [projectId, members] of Map.groupBy(groups, (group) => group.projectId)) {
    const project = await transaction
      .updateTable('projects')
      .set((eb) => ({ last_issue_number: eb('last_issue_number', '+', members.length) }))
      .where('id', '=', projectId)
      .returning('last_issue_number')
      .executeTakeFirst()
    if (!project) continue
    const firstId = await take(transaction, 'issue', members.length)
    const firstNumber = project.last_issue_number - members.length + 1
    for (const [index, group] of members.entries()) {
      const issue = newIssue(group, String(firstId + index), firstNumber + index)
      await transaction.insertInto('issues').values(issue).execute()
      await transaction
        .insertInto('fingerprints')
        .values({
          project_id: projectId,
          version: group.version,
          fingerprint: group.fingerprint,
          issue_id: issue.id,
        })
        .execute()
      created.set(group, issue.id)
    }
  }
  return created
}

async function markFirstEvents(transaction: Transaction<Schema>, groups: readonly Group[]): Promise<void> {
  for (const [projectId, members] of Map.groupBy(groups, (group) => group.projectId)) {
    await transaction
      .updateTable('projects')
      .set({ first_event_at: Math.min(...members.map((group) => group.firstSeen)) })
      .where('id', '=', projectId)
      .where('first_event_at', 'is', null)
      .execute()
  }
}
