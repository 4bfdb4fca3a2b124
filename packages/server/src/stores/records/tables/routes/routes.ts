import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { RouteManifest } from '#domain/routes/manifest.ts'
import type { StoredRoutes } from '#domain/routes/project-routes.ts'
import type { RouteRecords } from '#stores/records/routes.ts'
import type { Schema } from '#stores/records/sqlite/schema.ts'
import { storable } from '#stores/records/sqlite/text.ts'

export function routeRecords(db: Kysely<Schema>): RouteRecords {
  return {
    all: (projectId) => readAll(db, projectId),
    addRule: (projectId, pattern, now, most) =>
      db.transaction().execute(async (transaction) => {
        const rules = await rulesOf(transaction, projectId)
        if (rules.length >= most) return undefined
        const rule = { id: randomUUID(), pattern: storable(pattern), createdAt: now }
        const place = 1 + Math.max(0, ...(await placesOf(transaction, projectId)).map((row) => row.place))
        await transaction
          .insertInto('route_rules')
          .values({ id: rule.id, project_id: projectId, place, pattern: rule.pattern, created_at: now })
          .execute()
        return rule
      }),
    async deleteRule(projectId, id) {
      const row = await db
        .deleteFrom('route_rules')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .returning(['id', 'pattern', 'created_at'])
        .executeTakeFirst()
      return row && { id: row.id, pattern: row.pattern, createdAt: row.created_at }
    },
    orderRules: (projectId, ids) =>
      db.transaction().execute(async (transaction) => {
        const known = (await placesOf(transaction, projectId)).map(({ id }) => id)
        const first = [...new Set(ids)].filter((id) => known.includes(id))
        const ordered = [...first, ...known.filter((id) => !first.includes(id))]
        for (const [place, id] of ordered.entries()) {
          await transaction.updateTable('route_rules').set({ place }).where('id', '=', id).execute()
        }
      }),
    putManifest: (projectId, release, manifest, now, keep) =>
      db
        .transaction()
        .execute((transaction) => putManifest(transaction, projectId, release, manifest, now, keep)),
    async setLearned(projectId, patterns) {
      const json = storable(JSON.stringify(patterns))
      await db
        .insertInto('route_learned')
        .values({ project_id: projectId, patterns: json })
        .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ patterns: json }))
        .execute()
    },
  }
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
