import type { EventPage, EventSummary, Scope } from '#stores/telemetry/telemetry.ts'
import { createBindings } from './bindings.ts'
import { whereOf } from './conditions.ts'
import { SUMMARY_COLUMNS, toSummary } from './event-columns.ts'
import type { Query } from './reader-pool.ts'

export const COLUMNS = SUMMARY_COLUMNS.join(', ')

/**
 * Rows are looked for in a window of sequence numbers that grows until it holds enough of them: the first page of ten
 * million events then reads a few row groups instead of the table. In bytes of spool.
 */
const FIRST_WINDOW = 256 * 1024 * 1024
const GROWTH = 8

/** Half open: `from` is inside, `to` is not. */
export interface Window {
  readonly from: number
  readonly to: number
}

export async function readPage(
  query: Query,
  scope: Scope,
  options: { readonly before?: number; readonly limit: number },
): Promise<EventPage> {
  const stored = await storedWindow(query)
  const found: EventSummary[] = []
  if (stored === undefined || options.limit < 1) return { events: found, next: undefined }
  let high = Math.min(options.before ?? Infinity, stored.to)
  for (let size = FIRST_WINDOW; high > stored.from && found.length <= options.limit; size *= GROWTH) {
    const window = { from: Math.max(stored.from, high - size), to: high }
    found.push(...(await readWindow(query, scope, window, 'desc', options.limit + 1 - found.length)))
    high = window.from
  }
  const events = found.slice(0, options.limit)
  return { events, next: found.length > options.limit ? events.at(-1)?.seq : undefined }
}

export async function readFollowing(
  query: Query,
  scope: Scope,
  options: { readonly after?: number; readonly limit: number },
): Promise<readonly EventSummary[]> {
  const stored = await storedWindow(query)
  const found: EventSummary[] = []
  if (stored === undefined) return found
  let low = Math.max((options.after ?? -1) + 1, stored.from)
  for (let size = FIRST_WINDOW; low < stored.to && found.length < options.limit; size *= GROWTH) {
    const window = { from: low, to: Math.min(stored.to, low + size) }
    found.push(...(await readWindow(query, scope, window, 'asc', options.limit - found.length)))
    low = window.to
  }
  return found
}

export async function storedWindow(query: Query): Promise<Window | undefined> {
  const [bounds] = await query('select min(seq) as low, max(seq) as high from events', createBindings())
  if (bounds?.['low'] == null) return undefined
  return { from: Number(bounds['low']), to: Number(bounds['high']) + 1 }
}

async function readWindow(
  query: Query,
  scope: Scope,
  window: Window,
  order: 'asc' | 'desc',
  limit: number,
): Promise<readonly EventSummary[]> {
  const bind = createBindings()
  const rows = await query(
    `select ${COLUMNS} from events
     where ${whereOf(scope, bind)}
       and seq >= ${bind.integer(window.from)} and seq < ${bind.integer(window.to)}
     order by seq ${order}
     limit ${bind.integer(limit)}`,
    bind,
  )
  return rows.map(toSummary)
}
