import { sql, type Kysely } from 'kysely'
import type { ClaimedEvent, ClaimEvents } from '#stores/records/event-claims.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { insertRows } from '#stores/records/sql/row-sets.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

/**
 * A client that got no answer from one node sends the same event to another, and both digest it, perhaps at the same
 * moment. Whoever claims the id first counts and stores the event. Earlier claims of the spool are given up, because
 * telemetry has those events: who claims one of them now is told so when it asks for the known ones, which it has to do
 * afterwards.
 */
export function eventClaims(db: Kysely<Schema>, engine: RecordsEngine): ClaimEvents {
  const add = insertRows<Schema['event_claims']>(
    db,
    engine,
    'event_claims',
    { project_id: 'text', event_id: 'text', spool_id: 'text', position: 'bigint' },
    sql`on conflict do nothing`,
  )
  return async (spoolId, events) => {
    if (events.length === 0) return new Set()
    const first = events.reduce((least, { position }) => Math.min(least, position), Infinity)
    // In one order for all: two nodes that claim the same ids wait for each other, and must not do so both.
    const wanted = new Map(events.map((event) => [keyOf(event), event]))
    const rows = [...wanted]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { projectId: project_id, eventId: event_id, position }]) => ({
        project_id,
        event_id,
        spool_id: spoolId,
        position,
      }))
    return engine.inProjects(db, [], async (transaction) => {
      await transaction
        .deleteFrom('event_claims')
        .where('spool_id', '=', spoolId)
        .where('position', '<', first)
        .execute()
      await add(transaction, rows)
      const others = await transaction
        .selectFrom('event_claims')
        .select(['project_id as projectId', 'event_id as eventId'])
        .where('event_id', 'in', engine.listOf(rows.map(({ event_id }) => event_id)))
        .where('spool_id', '<>', spoolId)
        .execute()
      return new Set(others.map(keyOf).filter((key) => wanted.has(key)))
    })
  }
}

function keyOf({ projectId, eventId }: Pick<ClaimedEvent, 'projectId' | 'eventId'>): string {
  return `${projectId}/${eventId}`
}
