import type { EventPosition } from '#domain/events/event-position.ts'

import type { EventNeighbours, Scope } from '#stores/telemetry/telemetry.ts'
import { createBindings } from '#stores/telemetry/duckdb/bindings.ts'
import type { ColumnsQuery } from '#stores/telemetry/duckdb/columns-query.ts'
import type { Row } from '#stores/telemetry/sql/dialect.ts'
import { POSITION, beyond } from '#stores/telemetry/sql/event-order.ts'
import { eventsOf, whereOf } from '#stores/telemetry/sql/errors/conditions.ts'
import { storedWindow, type Window } from './page.ts'

/**
 * About half a row group of DuckDB: to look at fewer events takes no less time. Aggregates and no `order by … limit`,
 * which would read the table a second time for the columns of one row (measured: 10 ms instead of 2).
 */
const FIRST_WINDOW_EVENTS = 60_000
const GROWTH = 32

export function readNeighbours(
  query: ColumnsQuery,
  scope: Scope,
  at: EventPosition | 'newest' | 'oldest',
): Promise<EventNeighbours> {
  return typeof at === 'string' ? readEnd(query, scope, at) : readBeside(query, scope, at)
}

/** The window grows to both sides, but only to the one on which nothing was found yet. */
async function readBeside(
  query: ColumnsQuery,
  scope: Scope,
  position: EventPosition,
): Promise<EventNeighbours> {
  const stored = storedWindow(query, scope)
  let older: string | undefined
  let newer: string | undefined
  if (stored === undefined) return { event: undefined, older, newer }
  const { receivedAt } = position
  for (let size = stored.durationOf(FIRST_WINDOW_EVENTS); ; size *= GROWTH) {
    const from = older === undefined ? Math.max(stored.from, receivedAt - size) : receivedAt
    const to = newer === undefined ? Math.min(stored.to, receivedAt + 1 + size) : receivedAt + 1
    const found = await readNearest(query, { ...scope, range: { from, to } }, position)
    older ??= found.older
    newer ??= found.newer
    const isDone = (older !== undefined || from <= stored.from) && (newer !== undefined || to >= stored.to)
    if (isDone) return { event: undefined, older, newer }
  }
}

type Nearest = Pick<EventNeighbours, 'older' | 'newer'>

/** Time of receipt and number as one number: in the same order, as long as all events are of one spool. */
const PLACE_STEP = 2n ** 64n
const PLACE = `received_at::hugeint * ${PLACE_STEP} + seq`

/**
 * By one number first, which takes two thirds of the time (measured): aggregates by three values go through a hash table,
 * and a bound text has the statement planned twice. Only where events of several spools lie there it has to be asked again.
 */
async function readNearest(query: ColumnsQuery, scope: Scope, position: EventPosition): Promise<Nearest> {
  const bind = createBindings()
  const place = `(${BigInt(position.receivedAt) * PLACE_STEP + BigInt(position.seq)})::hugeint`
  const [row] = await query(
    `select arg_max(event_id, ${PLACE}) filter (${PLACE} < ${place}) as older,
            arg_min(event_id, ${PLACE}) filter (${PLACE} > ${place}) as newer,
            min(spool_id) as first_spool, max(spool_id) as last_spool
     from ${eventsOf(scope, bind)} where ${whereOf(scope, bind)}`,
    bind,
  )
  const spools = [row?.['first_spool'], row?.['last_spool']]
  const isOrdered = spools.every((spool) => (spool ?? position.spoolId) === position.spoolId)
  return isOrdered ? nearestOf(row) : readNearestOfSpools(query, scope, position)
}

async function readNearestOfSpools(
  query: ColumnsQuery,
  scope: Scope,
  position: EventPosition,
): Promise<Nearest> {
  const bind = createBindings()
  const [row] = await query(
    `select arg_max(event_id, ${POSITION}) filter (${beyond('<', position, bind)}) as older,
            arg_min(event_id, ${POSITION}) filter (${beyond('>', position, bind)}) as newer
     from ${eventsOf(scope, bind)} where ${whereOf(scope, bind)}`,
    bind,
  )
  return nearestOf(row)
}

function nearestOf(row: Row | undefined): Nearest {
  return { older: textOf(row?.['older']), newer: textOf(row?.['newer']) }
}

/** The two events at one end: the second is the only neighbour of the first. */
async function readEnd(
  query: ColumnsQuery,
  scope: Scope,
  end: 'newest' | 'oldest',
): Promise<EventNeighbours> {
  const stored = storedWindow(query, scope)
  const found: string[] = []
  let rest: Window | undefined = stored
  for (let size = stored?.durationOf(FIRST_WINDOW_EVENTS) ?? 0; rest !== undefined; size *= GROWTH) {
    const { from, to }: Window = rest
    const isNewest = end === 'newest'
    const window = isNewest
      ? { from: Math.max(from, to - size), to }
      : { from, to: Math.min(to, from + size) }
    found.push(...(await readTwo(query, { ...scope, range: window }, end)))
    rest = isNewest ? { from, to: window.from } : { from: window.to, to }
    if (found.length >= 2 || rest.from >= rest.to) break
  }
  const [event, second] = found
  return end === 'newest'
    ? { event, older: second, newer: undefined }
    : { event, older: undefined, newer: second }
}

async function readTwo(
  query: ColumnsQuery,
  scope: Scope,
  end: 'newest' | 'oldest',
): Promise<readonly string[]> {
  const bind = createBindings()
  const [row] = await query(
    `select ${end === 'newest' ? 'arg_max' : 'arg_min'}(event_id, ${POSITION}, 2) as two
     from ${eventsOf(scope, bind)} where ${whereOf(scope, bind)}`,
    bind,
  )
  return (row?.['two'] ?? []) as string[]
}

function textOf(value: unknown): string | undefined {
  return (value ?? undefined) as string | undefined
}
