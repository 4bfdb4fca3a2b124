import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Deploy } from '#domain/releases/release.ts'
import type { ReleaseRecords } from '#stores/records/records.ts'
import { textOrNull } from '#stores/records/tables/source-maps/artifact-files.ts'
import { readCommits, replaceCommits } from './release-commits.ts'
import {
  ensureRelease,
  orNoRelease,
  pageOfReleases,
  previousWithCommits,
  withProjects,
} from './release-rows.ts'
import type { DeployTable, Schema } from '#stores/records/sql/schema.ts'
import { storable } from '#stores/records/sql/text.ts'

export function releaseRecords(db: Kysely<Schema>, reads: Kysely<Schema>): ReleaseRecords {
  const byVersion: ReleaseRecords['byVersion'] = async (organizationId, version) => {
    const row = await db
      .selectFrom('releases')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('version', '=', storable(version))
      .executeTakeFirst()
    return row && (await withProjects(db, [row]))[0]
  }
  return {
    async ensure(input) {
      const created = await db.transaction().execute(async (transaction) => ensureRelease(transaction, input))
      return { release: (await byVersion(input.organizationId, input.version))!, created }
    },
    byVersion,
    list: async (organizationId, options) => pageOfReleases(reads, organizationId, options),
    setCommits: async (organizationId, version, commits) =>
      db
        .transaction()
        .execute(async (transaction) => replaceCommits(transaction, organizationId, version, commits)),
    commits: async (organizationId, version) => readCommits(db, organizationId, version),
    addDeploy: async (organizationId, version, deploy) =>
      db.transaction().execute(async (transaction) => {
        await orNoRelease(transaction, organizationId, version)
        const row = { ...toDeployRow(deploy), id: randomUUID(), organization_id: organizationId }
        await transaction
          .insertInto('deploys')
          .values({ ...row, version: storable(version) })
          .execute()
        return toDeploy({ ...row, version })
      }),
    async deploys(organizationId, version) {
      const rows = await db
        .selectFrom('deploys')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('version', '=', storable(version))
        .orderBy('finished_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(toDeploy)
    },
    previousWithCommits: async (organizationId, version) =>
      previousWithCommits(reads, organizationId, version),
    async delete(organizationId, version) {
      const { numDeletedRows } = await db
        .deleteFrom('releases')
        .where('organization_id', '=', organizationId)
        .where('version', '=', storable(version))
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

function toDeployRow(deploy: Omit<Deploy, 'id'>) {
  return {
    environment: storable(deploy.environment),
    name: textOrNull(deploy.name),
    url: textOrNull(deploy.url),
    started_at: deploy.startedAt ?? null,
    finished_at: deploy.finishedAt,
  }
}

function toDeploy(row: Selectable<DeployTable>): Deploy {
  return {
    id: row.id,
    environment: row.environment,
    name: row.name ?? undefined,
    url: row.url ?? undefined,
    startedAt: row.started_at ?? undefined,
    finishedAt: row.finished_at,
  }
}
