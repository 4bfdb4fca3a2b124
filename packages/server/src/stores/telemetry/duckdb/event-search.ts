import type { EventSearch, Searched, SearchOptions } from '#stores/telemetry/event-search.ts'
import type { EventSummary, Scope } from '#stores/telemetry/telemetry.ts'
import { createBindings } from './bindings.ts'
import { whereOf } from './conditions.ts'
import { toSummary } from './event-columns.ts'
import { COLUMNS, storedWindow, type Window } from './page.ts'
import type { Query } from './reader-pool.ts'

/** A step is about this much: long enough to be worth a statement, short enough to stop in time. */
const STEP_EVENTS = 50_000

export async function searchEvents(
  query: Query,
  scope: Scope,
  options: SearchOptions,
): ReturnType<EventSearch['searchEvents']> {
  const events: EventSummary[] = []
  const { low, searched } = await inSteps(query, scope, options, async (window) => {
    const rows = await readRows(query, scope, window, options.limit + 1 - events.length)
    events.push(...rows)
    return events.length > options.limit
  })
  if (events.length > options.limit) {
    const shown = events.slice(0, options.limit)
    return { events: shown, next: shown.at(-1)!.seq, searched: { ...searched, complete: false } }
  }
  return { events, next: searched.complete ? undefined : low, searched }
}

export async function searchIssues(
  query: Query,
  scope: Scope,
  options: SearchOptions,
): ReturnType<EventSearch['searchIssues']> {
  const issueIds = new Set<string>()
  const { searched } = await inSteps(query, scope, options, async (window) => {
    for (const id of await readIssues(query, scope, window, options.limit)) issueIds.add(id)
    return issueIds.size >= options.limit
  })
  return { issueIds: [...issueIds].slice(0, options.limit), searched }
}

/** Goes back in windows of sequence numbers until the work is done, or as much was looked at as was allowed. */
async function inSteps(
  query: Query,
  scope: Scope,
  { before, budget }: SearchOptions,
  work: (window: Window) => Promise<boolean>,
): Promise<{ readonly low: number; readonly searched: Searched }> {
  const stored = await storedWindow(query)
  let events = 0
  let back: number | undefined
  if (stored === undefined) return { low: 0, searched: { events, back, complete: true } }
  const size = await stepOf(query, stored)
  let high = Math.min(before ?? Infinity, stored.to)
  while (high > stored.from && events < budget) {
    const window = { from: Math.max(stored.from, high - size), to: high }
    const isDone = await work(window)
    const looked = await lookedAt(query, scope, window)
    events += looked.events
    back = looked.back ?? back
    high = window.from
    if (isDone) break
  }
  return { low: high, searched: { events, back, complete: high <= stored.from } }
}

/** Sequence numbers lie apart as the events are long, and differ from spool to spool. */
async function stepOf(query: Query, { from, to }: Window): Promise<number> {
  const [row] = await query('select count(*) as events from events', createBindings())
  return Math.max(1, Math.ceil(((to - from) / Math.max(1, Number(row?.['events']))) * STEP_EVENTS))
}

async function readRows(
  query: Query,
  scope: Scope,
  window: Window,
  limit: number,
): Promise<readonly EventSummary[]> {
  const bind = createBindings()
  const rows = await query(
    `select ${COLUMNS} from events
     where ${inWindow(scope, window, bind)}
     order by seq desc
     limit ${bind.integer(limit)}`,
    bind,
  )
  return rows.map(toSummary)
}

async function readIssues(
  query: Query,
  scope: Scope,
  window: Window,
  limit: number,
): Promise<readonly string[]> {
  const bind = createBindings()
  const rows = await query(
    `select cast(issue_id as varchar) as issue, max(seq) as latest from events
     where ${inWindow(scope, window, bind)}
     group by issue_id
     order by latest desc
     limit ${bind.integer(limit)}`,
    bind,
  )
  return rows.map(({ issue }) => issue as string)
}

async function lookedAt(query: Query, { where: _where, ...scope }: Scope, window: Window) {
  const bind = createBindings()
  const [row] = await query(
    `select count(*) as events, min(received_at) as back from events where ${inWindow(scope, window, bind)}`,
    bind,
  )
  const back = row?.['back']
  return { events: Number(row?.['events'] ?? 0), back: back == null ? undefined : Number(back) }
}

function inWindow(scope: Scope, { from, to }: Window, bind: ReturnType<typeof createBindings>): string {
  return `${whereOf(scope, bind)} and seq >= ${bind.integer(from)} and seq < ${bind.integer(to)}`
}
