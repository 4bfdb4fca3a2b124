import type { Kysely } from 'kysely'
import type { ProjectRelease, ReleaseHealthRecords } from '#stores/records/release-health.ts'
import { releaseIssues } from './release-issues.ts'
import { sightingWriter } from './release-sightings.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import type { Schema } from '#stores/records/sql/schema.ts'
import { storable } from '#stores/records/sql/text.ts'

export function releaseHealthRecords(
  db: Kysely<Schema>,
  reads: Kysely<Schema>,
  engine: RecordsEngine,
): ReleaseHealthRecords {
  return {
    recordSeen: sightingWriter(db, engine),
    async ofProject(projectId, limit) {
      const rows = await ofProject(reads, projectId)
        .orderBy('releases.created_at', 'desc')
        .orderBy('releases.version', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toRelease)
    },
    async heard(projectId, limit) {
      const rows = await joined(reads)
        .select(['own.version', 'own.first_event', 'releases.created_at'])
        .where('own.project_id', '=', projectId)
        .orderBy('releases.created_at', 'desc')
        .orderBy('releases.version', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ version, first_event: first, created_at: created }) => ({
        version,
        firstSeen: Math.min(created, first ?? created),
        firstEvent: first ?? undefined,
      }))
    },
    async one(projectId, version) {
      const row = await ofProject(reads, projectId)
        .where('own.version', '=', storable(version))
        .executeTakeFirst()
      return row && toRelease(row)
    },
    issues: async (...args) => releaseIssues(reads, ...args),
    async ticks(projectId, { from, to }, limit) {
      const rows = await reads
        .selectFrom('release_projects')
        .select(['version', 'first_event'])
        .where('project_id', '=', projectId)
        .where('first_event', '>=', from)
        .where('first_event', '<', to)
        .orderBy('first_event', 'desc')
        .orderBy('version', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ version, first_event: at }) => ({ version, at: at! })).toReversed()
    },
  }
}

type Row = Awaited<ReturnType<ReturnType<typeof ofProject>['executeTakeFirstOrThrow']>>

function joined(db: Kysely<Schema>) {
  return db
    .selectFrom('release_projects as own')
    .innerJoin('releases', (join) =>
      join
        .onRef('releases.organization_id', '=', 'own.organization_id')
        .onRef('releases.version', '=', 'own.version'),
    )
}

function ofProject(db: Kysely<Schema>, projectId: string) {
  return joined(db)
    .selectAll('releases')
    .select(['own.first_event', 'own.last_event'])
    .select((eb) => [
      eb
        .selectFrom('release_commits')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('release_commits.organization_id', '=', 'own.organization_id')
        .whereRef('release_commits.version', '=', 'own.version')
        .as('commits'),
      eb
        .selectFrom('deploys')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('deploys.organization_id', '=', 'own.organization_id')
        .whereRef('deploys.version', '=', 'own.version')
        .as('deploys'),
      eb
        .selectFrom('deploys')
        .select(({ fn }) => fn.max('finished_at').as('at'))
        .whereRef('deploys.organization_id', '=', 'own.organization_id')
        .whereRef('deploys.version', '=', 'own.version')
        .as('deployed_at'),
      eb
        .selectFrom('issues')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('issues.project_id', '=', 'own.project_id')
        .whereRef('issues.first_release', '=', 'own.version')
        .as('new_issues'),
      eb
        .selectFrom('artifact_files')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('artifact_files.project_id', '=', 'own.project_id')
        .whereRef('artifact_files.release', '=', 'own.version')
        .where('artifact_files.kind', '=', 'source_map')
        .as('maps'),
    ])
    .where('own.project_id', '=', projectId)
}

function toRelease(row: Row): ProjectRelease {
  return {
    organizationId: row.organization_id,
    version: row.version,
    url: row.url ?? undefined,
    ref: row.ref ?? undefined,
    status: row.status === 'archived' ? 'archived' : 'open',
    createdAt: row.created_at,
    startedAt: row.started_at ?? undefined,
    releasedAt: row.released_at ?? undefined,
    firstEvent: row.first_event ?? undefined,
    lastEvent: row.last_event ?? undefined,
    firstSeen: Math.min(row.created_at, row.first_event ?? row.created_at),
    commits: Number(row.commits),
    deploys: Number(row.deploys),
    deployedAt: row.deployed_at ?? undefined,
    newIssues: Number(row.new_issues),
    maps: Number(row.maps),
  }
}
