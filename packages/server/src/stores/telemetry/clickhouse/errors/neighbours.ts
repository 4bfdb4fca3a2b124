import type { EventPosition } from '#domain/events/event-position.ts'

import type { EventNeighbours, Scope } from '#stores/telemetry/telemetry.ts'
import { eventsOf, whereOf } from '#stores/telemetry/sql/errors/conditions.ts'
import { NEWEST_FIRST, OLDEST_FIRST, beyond } from '#stores/telemetry/sql/event-order.ts'
import type { Ask } from '#stores/telemetry/clickhouse/questions.ts'
import type { Edge } from './page.ts'

export async function readNeighbours(
  ask: Ask,
  scope: Scope,
  at: EventPosition | 'newest' | 'oldest',
): Promise<EventNeighbours> {
  if (at === 'newest') {
    const [event, older] = await readIds(ask, scope, undefined, NEWEST_FIRST, 2)
    return { event, older, newer: undefined }
  }
  if (at === 'oldest') {
    const [event, newer] = await readIds(ask, scope, undefined, OLDEST_FIRST, 2)
    return { event, older: undefined, newer }
  }
  const [[older], [newer]] = await Promise.all([
    readIds(ask, scope, { sign: '<', position: at }, NEWEST_FIRST, 1),
    readIds(ask, scope, { sign: '>', position: at }, OLDEST_FIRST, 1),
  ])
  return { event: undefined, older, newer }
}

async function readIds(
  ask: Ask,
  scope: Scope,
  edge: Edge | undefined,
  order: string,
  limit: number,
): Promise<readonly string[]> {
  const bind = ask.bindings()
  const beyondEdge = edge === undefined ? '' : `and ${beyond(edge.sign, edge.position, bind)}`
  const rows = await ask(
    `select event_id from ${eventsOf(scope, bind)} where ${whereOf(scope, bind)} ${beyondEdge}
     order by ${order} limit ${bind.integer(limit)}`,
    bind,
  )
  return rows.map((row) => row['event_id'] as string)
}
