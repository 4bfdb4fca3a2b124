import type { EventPosition } from '#domain/events/event-position.ts'

import type { EventPage, EventSummary, Scope } from '#stores/telemetry/telemetry.ts'
import { eventsOf, whereOf } from '#stores/telemetry/sql/errors/conditions.ts'
import { SUMMARY_COLUMNS, toSummary } from '#stores/telemetry/sql/errors/event-summary.ts'
import { NEWEST_FIRST, OLDEST_FIRST, beyond } from '#stores/telemetry/sql/event-order.ts'
import type { Ask } from '#stores/telemetry/clickhouse/questions.ts'

/** Where to begin: beyond this position, which is excluded. */
export interface Edge {
  readonly sign: '<' | '>'
  readonly position: EventPosition
}

export async function readPage(
  ask: Ask,
  scope: Scope,
  { before, limit }: { readonly before?: EventPosition; readonly limit: number },
): Promise<EventPage> {
  if (limit < 1) return { events: [], next: undefined }
  const edge = before && ({ sign: '<', position: before } as const)
  const found = await readEvents(ask, scope, edge, NEWEST_FIRST, limit + 1)
  const events = found.slice(0, limit)
  return { events, next: found.length > limit ? positionOf(events.at(-1)!) : undefined }
}

export async function readFollowing(
  ask: Ask,
  scope: Scope,
  { after, limit }: { readonly after?: EventPosition; readonly limit: number },
): Promise<readonly EventSummary[]> {
  if (limit < 1) return []
  return readEvents(ask, scope, after && { sign: '>', position: after }, OLDEST_FIRST, limit)
}

/** The table lies in this order: reading stops when there are enough. */
export async function readEvents(
  ask: Ask,
  scope: Scope,
  edge: Edge | undefined,
  order: typeof NEWEST_FIRST | typeof OLDEST_FIRST,
  limit: number,
): Promise<readonly EventSummary[]> {
  const bind = ask.bindings()
  const beyondEdge = edge === undefined ? '' : `and ${beyond(edge.sign, edge.position, bind)}`
  const rows = await ask(
    `select ${SUMMARY_COLUMNS} from ${eventsOf(scope, bind)}
     where ${whereOf(scope, bind)} ${beyondEdge}
     order by ${order} limit ${bind.integer(limit)}`,
    bind,
  )
  return rows.map(toSummary)
}

export function positionOf({ receivedAt, spoolId, seq }: EventPosition): EventPosition {
  return { receivedAt, spoolId, seq }
}
