import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import { LIMITS } from '#domain/limits.ts'
import type { ReleaseHealthRecords, ReleaseSighting } from '#stores/records/release-health.ts'
import type { Schema } from '#stores/records/sql/schema.ts'
import { storable } from '#stores/records/sql/text.ts'

/**
 * Called for every batch, and nearly always with what is known: the last moment is written once a minute, so that a
 * thousand batches of one release cost one write.
 */
export function sightingWriter(db: Kysely<Schema>): ReleaseHealthRecords['recordSeen'] {
  const written = new Map<string, ReleaseSighting>()

  return async (sightings) => {
    const due = sightings.filter((sighting) => isDue(sighting, written.get(keyOf(sighting))))
    if (due.length === 0) return
    await db.transaction().execute(async (transaction) => {
      for (const sighting of due) await write(transaction, sighting)
    })
    for (const sighting of due) remember(written, sighting)
  }
}

function isDue({ firstAt, lastAt }: ReleaseSighting, known: ReleaseSighting | undefined): boolean {
  return known === undefined || firstAt < known.firstAt || lastAt >= known.lastAt + LIMITS.release.sightingMs
}

function remember(written: Map<string, ReleaseSighting>, sighting: ReleaseSighting): void {
  const key = keyOf(sighting)
  const known = written.get(key) ?? sighting
  written.delete(key)
  const firstAt = Math.min(known.firstAt, sighting.firstAt)
  written.set(key, { ...sighting, firstAt, lastAt: Math.max(known.lastAt, sighting.lastAt) })
  if (written.size > REMEMBERED) written.delete(written.keys().next().value!)
}

const REMEMBERED = 2_000

function keyOf({ projectId, version }: ReleaseSighting): string {
  return `${projectId}/${version}`
}

async function write(
  transaction: Transaction<Schema>,
  { projectId, version, firstAt, lastAt }: ReleaseSighting,
): Promise<void> {
  const project = await transaction
    .selectFrom('projects')
    .select('organization_id')
    .where('id', '=', projectId)
    .executeTakeFirst()
  if (project === undefined) return
  const key = { organization_id: project.organization_id, version: storable(version) }
  const grown = await transaction
    .updateTable('release_projects')
    .set({
      first_event: sql<number>`case when first_event < ${firstAt} then first_event else ${firstAt} end`,
      last_event: sql<number>`case when last_event > ${lastAt} then last_event else ${lastAt} end`,
    })
    .where('organization_id', '=', key.organization_id)
    .where('version', '=', key.version)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (grown.numUpdatedRows > 0n || (await isFull(transaction, projectId))) return
  const empty = { url: null, ref: null, status: 'open', started_at: null, released_at: null }
  await transaction
    .insertInto('releases')
    .values({ ...key, ...empty, created_at: firstAt })
    .onConflict((conflict) => conflict.columns(['organization_id', 'version']).doNothing())
    .execute()
  await transaction
    .insertInto('release_projects')
    .values({ ...key, project_id: projectId, first_event: firstAt, last_event: lastAt })
    .execute()
}

/** A page that makes up a release per visit must not fill the records. */
async function isFull(transaction: Transaction<Schema>, projectId: string): Promise<boolean> {
  const { releases } = await transaction
    .selectFrom('release_projects')
    .select((eb) => eb.fn.countAll<number>().as('releases'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return releases >= LIMITS.release.perProject
}
