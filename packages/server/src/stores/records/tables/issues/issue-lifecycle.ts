import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import { lifecycleAfter } from '#domain/issues/lifecycle/next-state.ts'
import type { AlertTrigger } from '#domain/issues/lifecycle/lifecycle.ts'
import type { IssueLifecycleRecords, IssueWithLifecycle } from '#stores/records/issue-lifecycle.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { factWriter, triggersOf, type IssueFact } from './lifecycle-activity.ts'
import { triggerWriter } from '#stores/records/tables/alerts/happenings.ts'
import { LIFECYCLE_COLUMNS, lifecycleColumns, lifecycleIn } from './lifecycle-columns.ts'
import { releasesOfProject } from '#stores/records/tables/releases/first-sightings.ts'
import type { IssueTable, Schema } from '#stores/records/sql/schema.ts'

export function issueLifecycleRecords(
  db: Kysely<Schema>,
  reads: Kysely<Schema>,
  engine: RecordsEngine,
): IssueLifecycleRecords {
  const select = (transaction: Transaction<Schema>) =>
    transaction
      .selectFrom('issues')
      .select(['id', 'project_id', ...LIFECYCLE_COLUMNS])
      .$if(engine.needsRowLocks, (query) => query.forUpdate())
  const live = lifecycleWriter(db, engine)
  return {
    wake: async (now, limit) =>
      db.transaction().execute(async (transaction) => {
        const due = await select(transaction)
          .where('wake_at', '<=', now)
          .orderBy('wake_at')
          .orderBy('id')
          .limit(limit)
          .execute()
        return live(transaction, due, { kind: 'clock', at: now })
      }),
    surge: async (issueIds, hour, now) =>
      db.transaction().execute(async (transaction) => {
        const rows = await select(transaction)
          .where('id', 'in', engine.listOf(issueIds))
          .orderBy('id')
          .execute()
        return live(transaction, rows, { kind: 'surge', at: now, hour })
      }),
    released: async (organizationId, release, commits, now) =>
      db.transaction().execute(async (transaction) => {
        const waiting = await select(transaction)
          .where('fix_commit', 'is not', null)
          .where('project_id', 'in', (eb) =>
            eb.selectFrom('projects').select('id').where('organization_id', '=', organizationId),
          )
          .orderBy('id')
          .execute()
        return live(transaction, waiting, { kind: 'released', at: now, release, commits })
      }),
    releases: async (projectId) => releasesOfProject(reads, projectId),
    releaseOf: async (projectId, commit) => releaseOf(reads, projectId, commit),
  }
}

type Row = Pick<Selectable<IssueTable>, 'id' | 'project_id' | (typeof LIFECYCLE_COLUMNS)[number]>

/** Writes what becomes of issues, and answers those for which that is something else. */
function lifecycleWriter(db: Kysely<Schema>, engine: RecordsEngine) {
  const addFacts = factWriter(db, engine)
  const recordTriggers = triggerWriter(db, engine)
  return async (
    transaction: Transaction<Schema>,
    rows: readonly Row[],
    happening: AlertTrigger,
  ): Promise<readonly IssueWithLifecycle[]> => {
    const changed: IssueWithLifecycle[] = []
    const told: IssueFact[] = []
    for (const row of rows) {
      const before = lifecycleIn(row)
      const { lifecycle, facts } = lifecycleAfter(before, happening)
      if (lifecycle === before) continue
      const { id, project_id: projectId } = row
      await transaction.updateTable('issues').set(lifecycleColumns(lifecycle)).where('id', '=', id).execute()
      told.push(...facts.map((fact) => ({ issueId: id, projectId, fact })))
      changed.push({ id, projectId })
    }
    await addFacts(transaction, told)
    await recordTriggers(transaction, triggersOf(told))
    return changed
  }
}

async function releaseOf(db: Kysely<Schema>, projectId: string, commit: string) {
  const row = await db
    .selectFrom('release_commits')
    .innerJoin('release_projects', (join) =>
      join
        .onRef('release_projects.organization_id', '=', 'release_commits.organization_id')
        .onRef('release_projects.version', '=', 'release_commits.version'),
    )
    .innerJoin('releases', (join) =>
      join
        .onRef('releases.organization_id', '=', 'release_commits.organization_id')
        .onRef('releases.version', '=', 'release_commits.version'),
    )
    .select(['releases.version', 'releases.created_at'])
    .where('release_projects.project_id', '=', projectId)
    .where(sql<string>`lower(release_commits.id)`, 'like', `${commit}%`)
    .orderBy('releases.created_at')
    .executeTakeFirst()
  return row && { version: row.version, firstSeen: row.created_at }
}
