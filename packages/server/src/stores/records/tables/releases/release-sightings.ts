import type { Kysely, Transaction } from 'kysely'
import { LIMITS } from '#domain/limits.ts'
import type { ReleaseHealthRecords, ReleaseSighting } from '#stores/records/release-health.ts'
import { sightingStatements, type ReleaseCount, type Seen } from './sighting-statements.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import type { Schema } from '#stores/records/sql/schema.ts'
import { storable } from '#stores/records/sql/text.ts'

/**
 * Called for every batch, and nearly always with what is known: the last moment is written once a minute, so that a
 * thousand batches of one release cost one write.
 */
export function sightingWriter(
  db: Kysely<Schema>,
  engine: RecordsEngine,
): ReleaseHealthRecords['recordSeen'] {
  const statements = sightingStatements(db, engine)
  const written = new Map<string, ReleaseSighting>()

  return async (sightings) => {
    const due = sightings.filter((sighting) => isDue(sighting, written.get(keyOf(sighting))))
    if (due.length === 0) return
    await db.transaction().execute((transaction) => write(transaction, statements, due))
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
  { organizations, grow, counts, addReleases, addToProjects }: ReturnType<typeof sightingStatements>,
  sightings: readonly ReleaseSighting[],
): Promise<void> {
  const projects = Array.from(new Set(sightings.map(({ projectId }) => projectId)), (id) => ({ id }))
  const found = await organizations(transaction, projects)
  const owners = new Map(found.map((project) => [project.id, project.organization_id]))
  const seen = spans(sightings, owners)
  const known = new Set((await grow(transaction, seen)).map(rowKey))
  const unknown = seen.filter((row) => !known.has(rowKey(row)))
  if (unknown.length === 0) return
  const news = withinLimit(unknown, await counts(transaction, found))
  await addReleases(
    transaction,
    news.map((row) => ({ ...row, status: 'open', created_at: row.first_event })),
  )
  await addToProjects(transaction, news)
}

/** Each release of a project once. Those of a project that is gone are nobody's. */
function spans(sightings: readonly ReleaseSighting[], owners: ReadonlyMap<string, string>): readonly Seen[] {
  const rows = new Map<string, Seen>()
  for (const { projectId: project_id, version: name, firstAt, lastAt } of sightings) {
    const organization_id = owners.get(project_id)
    if (organization_id === undefined) continue
    const version = storable(name)
    const key = rowKey({ project_id, version })
    const { first_event = firstAt, last_event = lastAt } = rows.get(key) ?? {}
    rows.set(key, {
      organization_id,
      project_id,
      version,
      first_event: Math.min(first_event, firstAt),
      last_event: Math.max(last_event, lastAt),
    })
  }
  return [...rows.values()]
}

/** A page that makes up a release per visit must not fill the records. */
function withinLimit(rows: readonly Seen[], counts: readonly ReleaseCount[]): readonly Seen[] {
  const room = new Map(counts.map((row) => [row.project_id, LIMITS.release.perProject - row.releases]))
  return rows.filter(({ project_id }) => {
    const left = room.get(project_id) ?? LIMITS.release.perProject
    room.set(project_id, left - 1)
    return left > 0
  })
}

function rowKey({ project_id, version }: Pick<Seen, 'project_id' | 'version'>): string {
  return `${project_id}/${version}`
}
