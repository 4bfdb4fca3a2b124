import type { EventPage, Scope } from '../telemetry.ts'
import { createBindings } from './bindings.ts'
import { whereOf } from './conditions.ts'
import { EVENT_COLUMNS, toSummary } from './event-columns.ts'
import type { EventSummary } from '../telemetry.ts'
import type { Query } from './reader-pool.ts'

const COLUMNS = EVENT_COLUMNS.map(({ name }) => name).join(', ')

/**
 * The newest rows are looked for in a window of sequence numbers that grows until it holds enough of them: the first
 * page of ten million events then reads a few row groups instead of the table. In bytes of spool.
 */
const FIRST_WINDOW = 256 * 1024 * 1024
const GROWTH = 8

export async function readPage(
  query: Query,
  scope: Scope,
  options: { readonly before?: number; readonly limit: number },
): Promise<EventPage> {
  const [bounds] = await query('select min(seq) as low, max(seq) as high from events', createBindings())
  if (bounds?.['low'] == null || options.limit < 1) return { events: [], next: undefined }
  const low = Number(bounds['low'])
  const found: EventSummary[] = []
  let high = Math.min(options.before ?? Infinity, Number(bounds['high']) + 1)
  for (let window = FIRST_WINDOW; high > low && found.length <= options.limit; window *= GROWTH) {
    const from = Math.max(low, high - window)
    found.push(...(await readWindow(query, scope, { from, to: high }, options.limit + 1 - found.length)))
    high = from
  }
  const events = found.slice(0, options.limit)
  return { events, next: found.length > options.limit ? events.at(-1)?.seq : undefined }
}

async function readWindow(
  query: Query,
  scope: Scope,
  window: { readonly from: number; readonly to: number },
  limit: number,
): Promise<readonly EventSummary[]> {
  const bind = createBindings()
  const rows = await query(
    `select ${COLUMNS} from events
     where ${whereOf(scope, bind)}
       and seq >= ${bind.integer(window.from)} and seq < ${bind.integer(window.to)}
     order by seq desc
     limit ${bind.integer(limit)}`,
    bind,
  )
  return rows.map(toSummary)
}
