import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import { AppError } from '#domain/app-error.ts'
import type { Release } from '#domain/releases/release.ts'
import type { ReleaseRecords } from '#stores/records/records.ts'
import { decodeCursor, encodeCursor } from '#stores/records/tables/issues/issue-cursor.ts'
import type { ReleaseTable, Schema } from '#stores/records/sql/schema.ts'
import { containing, lowerAscii, storable } from '#stores/records/sql/text.ts'

/** Answers whether it is new. What is left out stays as it is. */
export async function ensureRelease(
  transaction: Transaction<Schema>,
  { organizationId, version, projectIds, now, ...given }: Parameters<ReleaseRecords['ensure']>[0],
): Promise<boolean> {
  const key = { organization_id: organizationId, version: storable(version) }
  const empty = { url: null, ref: null, status: 'open', started_at: null, released_at: null }
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('releases')
    .values({ ...key, ...empty, created_at: now })
    .onConflict((conflict) => conflict.columns(['organization_id', 'version']).doNothing())
    .executeTakeFirst()
  const change = {
    ...(given.url !== undefined && { url: storable(given.url) }),
    ...(given.ref !== undefined && { ref: storable(given.ref) }),
    ...(given.status !== undefined && { status: given.status }),
    ...(given.startedAt !== undefined && { started_at: given.startedAt }),
    ...(given.releasedAt !== undefined && { released_at: given.releasedAt }),
  }
  if (Object.keys(change).length > 0) {
    await transaction
      .updateTable('releases')
      .set(change)
      .where('organization_id', '=', organizationId)
      .where('version', '=', key.version)
      .execute()
  }
  for (const projectId of new Set(projectIds)) {
    await transaction
      .insertInto('release_projects')
      .values({ ...key, project_id: projectId })
      .onConflict((conflict) => conflict.columns(['organization_id', 'version', 'project_id']).doNothing())
      .execute()
  }
  return numInsertedOrUpdatedRows === 1n
}

/** Newest first; the order is total. */
export async function pageOfReleases(
  db: Kysely<Schema>,
  organizationId: string,
  { projectId, query: sought, cursor, limit }: Parameters<ReleaseRecords['list']>[1],
) {
  const after = cursor === undefined ? undefined : decodeCursor('releases', cursor)
  const found = await db
    .selectFrom('releases')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .$if(projectId !== undefined, (query) =>
      query.where((eb) => eb('version', 'in', versionsOf(db, organizationId, projectId!))),
    )
    .$if(sought !== undefined, (query) =>
      query.where(sql<boolean>`lower(version) like ${containing(lowerAscii(storable(sought!)))} escape '\\'`),
    )
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('created_at', 'version'), '<', eb.tuple(after!.value, after!.id))),
    )
    .orderBy('created_at', 'desc')
    .orderBy('version', 'desc')
    .limit(limit + 1)
    .execute()
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const next =
    found.length > limit && last !== undefined
      ? encodeCursor('releases', { value: last.created_at, id: last.version })
      : undefined
  return { releases: await withProjects(db, rows), next }
}

function versionsOf(db: Kysely<Schema>, organizationId: string, projectId: string) {
  return db
    .selectFrom('release_projects')
    .select('version')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
}

export async function previousWithCommits(
  db: Kysely<Schema>,
  organizationId: string,
  version: string,
): Promise<Release | undefined> {
  const ofSameProjects = db
    .selectFrom('release_projects as theirs')
    .innerJoin('release_projects as own', (join) =>
      join
        .onRef('own.organization_id', '=', 'theirs.organization_id')
        .onRef('own.project_id', '=', 'theirs.project_id'),
    )
    .select('theirs.version')
    .where('own.organization_id', '=', organizationId)
    .where('own.version', '=', storable(version))
  const row = await db
    .selectFrom('releases')
    .innerJoin('releases as this', 'this.organization_id', 'releases.organization_id')
    .selectAll('releases')
    .where('this.organization_id', '=', organizationId)
    .where('this.version', '=', storable(version))
    .where('releases.version', '<>', storable(version))
    .whereRef('releases.created_at', '<=', 'this.created_at')
    .where('releases.version', 'in', ofSameProjects)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('release_commits')
          .select('position')
          .whereRef('release_commits.organization_id', '=', 'releases.organization_id')
          .whereRef('release_commits.version', '=', 'releases.version')
          .where('release_commits.committed_at', 'is not', null),
      ),
    )
    .orderBy('releases.created_at', 'desc')
    .orderBy('releases.version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && (await withProjects(db, [row]))[0]
}

export async function orNoRelease(
  transaction: Transaction<Schema>,
  organizationId: string,
  version: string,
): Promise<void> {
  const row = await transaction
    .selectFrom('releases')
    .select('version')
    .where('organization_id', '=', organizationId)
    .where('version', '=', storable(version))
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'Release not found.')
}

export async function withProjects(
  db: Kysely<Schema>,
  rows: ReadonlyArray<Selectable<ReleaseTable>>,
): Promise<readonly Release[]> {
  if (rows.length === 0) return []
  const links = await db
    .selectFrom('release_projects')
    .selectAll()
    .where('organization_id', '=', rows[0]!.organization_id)
    .where(
      'version',
      'in',
      rows.map(({ version }) => version),
    )
    .orderBy('project_id')
    .execute()
  const projects = Map.groupBy(links, ({ version }) => version)
  return rows.map((row) => ({
    organizationId: row.organization_id,
    version: row.version,
    projectIds: (projects.get(row.version) ?? []).map(({ project_id }) => project_id),
    url: row.url ?? undefined,
    ref: row.ref ?? undefined,
    status: row.status as Release['status'],
    createdAt: row.created_at,
    startedAt: row.started_at ?? undefined,
    releasedAt: row.released_at ?? undefined,
  }))
}
