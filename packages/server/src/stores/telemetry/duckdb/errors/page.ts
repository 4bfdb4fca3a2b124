import type { EventPosition } from '#domain/events/event-position.ts'

import type { EventPage, EventSummary, Scope } from '#stores/telemetry/telemetry.ts'
import { createBindings } from '#stores/telemetry/duckdb/bindings.ts'
import type { Bindings } from '#stores/telemetry/sql/dialect.ts'
import type { ColumnsQuery } from '#stores/telemetry/duckdb/columns-query.ts'
import { eventsOf, whereOf } from '#stores/telemetry/sql/errors/conditions.ts'
import { SUMMARY_COLUMNS, toSummary } from '#stores/telemetry/sql/errors/event-summary.ts'
import { NEWEST_FIRST, OLDEST_FIRST, beyond } from '#stores/telemetry/sql/event-order.ts'

/**
 * Rows are looked for in a window of time that grows until it holds enough of them: the first page of ten million
 * events then reads a few row groups instead of the table. About as many events as this.
 */
const FIRST_WINDOW_EVENTS = 8_000
const GROWTH = 32

/** Moments of receipt, half open: `from` is inside, `to` is not. */
export interface Window {
  readonly from: number
  readonly to: number
  /** Where a page ended in the middle of a millisecond: only what stands before it, or after it. */
  readonly edge?: { readonly sign: '<' | '>'; readonly position: EventPosition } | undefined
}

interface StoredWindow extends Window {
  /** How long it takes until this many events were received, on average. */
  durationOf(events: number): number
}

export async function readPage(
  query: ColumnsQuery,
  scope: Scope,
  { before, limit }: { readonly before?: EventPosition; readonly limit: number },
): Promise<EventPage> {
  const found: EventSummary[] = []
  const stored = limit < 1 ? undefined : storedWindow(query, scope)
  if (stored === undefined) return { events: found, next: undefined }
  const edge = before && ({ sign: '<', position: before } as const)
  let high = Math.min(stored.to, before === undefined ? Infinity : before.receivedAt + 1)
  for (
    let size = stored.durationOf(FIRST_WINDOW_EVENTS);
    high > stored.from && found.length <= limit;
    size *= GROWTH
  ) {
    const window = { from: Math.max(stored.from, high - size), to: high, edge }
    found.push(...(await readWindow(query, scope, window, NEWEST_FIRST, limit + 1 - found.length)))
    high = window.from
  }
  const events = found.slice(0, limit)
  return { events, next: found.length > limit ? positionOf(events.at(-1)!) : undefined }
}

export async function readFollowing(
  query: ColumnsQuery,
  scope: Scope,
  { after, limit }: { readonly after?: EventPosition; readonly limit: number },
): Promise<readonly EventSummary[]> {
  const found: EventSummary[] = []
  const stored = limit < 1 ? undefined : storedWindow(query, scope)
  if (stored === undefined) return found
  const edge = after && ({ sign: '>', position: after } as const)
  let low = Math.max(stored.from, after?.receivedAt ?? 0)
  for (
    let size = stored.durationOf(FIRST_WINDOW_EVENTS);
    low < stored.to && found.length < limit;
    size *= GROWTH
  ) {
    const window = { from: low, to: Math.min(stored.to, low + size), edge }
    found.push(...(await readWindow(query, scope, window, OLDEST_FIRST, limit - found.length)))
    low = window.to
  }
  return found
}

/** What can hold events of the scope; undefined where nothing can. */
export function storedWindow(query: ColumnsQuery, { range }: Scope): StoredWindow | undefined {
  const span = query.storedEvents()
  if (span === undefined) return undefined
  const from = Math.max(span.low, Math.ceil(range.from))
  const to = Math.min(span.high + 1, Math.ceil(range.to))
  if (from >= to) return undefined
  const perEvent = (span.high + 1 - span.low) / span.events
  return { from, to, durationOf: (events) => Math.max(1, Math.ceil(perEvent * events)) }
}

export function positionOf({ receivedAt, spoolId, seq }: EventPosition): EventPosition {
  return { receivedAt, spoolId, seq }
}

/** The conditions of the scope for what lies in the window. */
export function inWindow(scope: Scope, { from, to, edge }: Window, bind: Bindings): string {
  const where = whereOf({ ...scope, range: { from, to } }, bind)
  return edge === undefined ? where : `${where} and ${beyond(edge.sign, edge.position, bind)}`
}

export async function readWindow(
  query: ColumnsQuery,
  scope: Scope,
  window: Window,
  order: typeof NEWEST_FIRST | typeof OLDEST_FIRST,
  limit: number,
): Promise<readonly EventSummary[]> {
  const bind = createBindings()
  const rows = await query(
    `select ${SUMMARY_COLUMNS} from ${eventsOf(scope, bind)}
     where ${inWindow(scope, window, bind)}
     order by ${order}
     limit ${bind.integer(limit)}`,
    bind,
  )
  return rows.map(toSummary)
}
