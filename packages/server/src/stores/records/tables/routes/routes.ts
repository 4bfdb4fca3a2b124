import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { RouteManifest } from '#domain/routes/manifest.ts'
import type { RouteRule, StoredRoutes } from '#domain/routes/project-routes.ts'
import type { RouteRecords, RoutesRevision } from '#stores/records/routes.ts'
import type { Schema } from '#stores/records/sql/schema.ts'
import { storable } from '#stores/records/sql/text.ts'

export function routeRecords(db: Kysely<Schema>): RouteRecords {
  /** A change and its revision are stored together: else names of stored data could stay as they were. */
  const changing = <T>(
    projectId: string,
    now: number,
    change: (transaction: Kysely<Schema>) => Promise<T>,
  ): Promise<T> =>
    db.transaction().execute(async (transaction) => {
      const result = await change(transaction)
      await nextRevision(transaction, projectId, now)
      return result
    })
  return {
    all: (projectId) => readAll(db, projectId),
    revision: (projectId) => readRevision(db, projectId),
    addRule: (projectId, pattern, now, most) =>
      changing(projectId, now, (transaction) => addRule(transaction, projectId, pattern, now, most)),
    deleteRule: (projectId, id, now) =>
      changing(projectId, now, (transaction) => deleteRule(transaction, projectId, id)),
    orderRules: (projectId, ids, now) =>
      changing(projectId, now, (transaction) => orderRules(transaction, projectId, ids)),
    putManifest: (projectId, release, manifest, now, keep) =>
      changing(projectId, now, (transaction) =>
        putManifest(transaction, projectId, release, manifest, now, keep),
      ),
    setLearned: (projectId, patterns, now) =>
      changing(projectId, now, (transaction) => setLearned(transaction, projectId, patterns)),
  }
}

async function readRevision(db: Kysely<Schema>, projectId: string): Promise<RoutesRevision | undefined> {
  const row = await db
    .selectFrom('route_revisions')
    .select(['revision', 'changed_at'])
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row && { revision: row.revision, changedAt: row.changed_at }
}

async function nextRevision(db: Kysely<Schema>, projectId: string, now: number): Promise<void> {
  await db
    .insertInto('route_revisions')
    .values({ project_id: projectId, revision: 1, changed_at: now })
    .onConflict((conflict) =>
      conflict
        .column('project_id')
        .doUpdateSet((row) => ({ revision: row('route_revisions.revision', '+', 1), changed_at: now })),
    )
    .execute()
}

async function addRule(
  db: Kysely<Schema>,
  projectId: string,
  pattern: string,
  now: number,
  most: number,
): Promise<RouteRule | undefined> {
  const places = await placesOf(db, projectId)
  if (places.length >= most) return undefined
  const rule = { id: randomUUID(), pattern: storable(pattern), createdAt: now }
  const place = 1 + Math.max(0, ...places.map((row) => row.place))
  await db
    .insertInto('route_rules')
    .values({ id: rule.id, project_id: projectId, place, pattern: rule.pattern, created_at: now })
    .execute()
  return rule
}

async function deleteRule(db: Kysely<Schema>, projectId: string, id: string): Promise<RouteRule | undefined> {
  const row = await db
    .deleteFrom('route_rules')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returning(['id', 'pattern', 'created_at'])
    .executeTakeFirst()
  return row && { id: row.id, pattern: row.pattern, createdAt: row.created_at }
}

async function orderRules(db: Kysely<Schema>, projectId: string, ids: readonly string[]): Promise<void> {
  const known = (await placesOf(db, projectId)).map(({ id }) => id)
  const first = [...new Set(ids)].filter((id) => known.includes(id))
  const ordered = [...first, ...known.filter((id) => !first.includes(id))]
  for (const [place, id] of ordered.entries()) {
    await db.updateTable('route_rules').set({ place }).where('id', '=', id).execute()
  }
}

async function setLearned(db: Kysely<Schema>, projectId: string, patterns: readonly string[]): Promise<void> {
  const json = storable(JSON.stringify(patterns))
  await db
    .insertInto('route_learned')
    .values({ project_id: projectId, patterns: json })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ patterns: json }))
    .execute()
}

async function readAll(db: Kysely<Schema>, projectId: string): Promise<StoredRoutes> {
  const [rules, manifests, learned] = await Promise.all([
    rulesOf(db, projectId),
    manifestsOf(db, projectId),
    db.selectFrom('route_learned').select('patterns').where('project_id', '=', projectId).executeTakeFirst(),
  ])
  const patterns = learned === undefined ? [] : (JSON.parse(learned.patterns) as string[])
  return { rules, manifests, learned: patterns }
}

function placesOf(db: Kysely<Schema>, projectId: string) {
  return db
    .selectFrom('route_rules')
    .select(['id', 'place'])
    .where('project_id', '=', projectId)
    .orderBy('place')
    .orderBy('id')
    .execute()
}

async function rulesOf(db: Kysely<Schema>, projectId: string) {
  const rows = await db
    .selectFrom('route_rules')
    .select(['id', 'pattern', 'created_at'])
    .where('project_id', '=', projectId)
    .orderBy('place')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, pattern: row.pattern, createdAt: row.created_at }))
}

async function manifestsOf(db: Kysely<Schema>, projectId: string) {
  const rows = await db
    .selectFrom('route_manifests')
    .select(['release', 'manifest', 'uploaded_at'])
    .where('project_id', '=', projectId)
    .orderBy('uploaded_at', 'desc')
    .orderBy('release')
    .execute()
  return rows.map((row) => ({
    release: row.release,
    uploadedAt: row.uploaded_at,
    manifest: JSON.parse(row.manifest) as RouteManifest,
  }))
}

async function putManifest(
  db: Kysely<Schema>,
  projectId: string,
  release: string,
  manifest: RouteManifest,
  now: number,
  keep: number,
): Promise<void> {
  const json = storable(JSON.stringify(manifest))
  await db
    .insertInto('route_manifests')
    .values({ project_id: projectId, release: storable(release), manifest: json, uploaded_at: now })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'release']).doUpdateSet({ manifest: json, uploaded_at: now }),
    )
    .execute()
  const latest = db
    .selectFrom('route_manifests')
    .select('release')
    .where('project_id', '=', projectId)
    .orderBy('uploaded_at', 'desc')
    .orderBy('release')
    .limit(keep)
  await db
    .deleteFrom('route_manifests')
    .where('project_id', '=', projectId)
    .where('release', 'not in', latest)
    .execute()
}
