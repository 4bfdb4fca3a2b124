import { startOfMoment } from '#domain/events/event-position.ts'

import type { EventSearch, Searched, SearchOptions } from '#stores/telemetry/event-search.ts'
import type { EventSummary, Scope } from '#stores/telemetry/telemetry.ts'
import { createBindings } from '#stores/telemetry/duckdb/bindings.ts'
import type { ColumnsQuery } from '#stores/telemetry/duckdb/columns-query.ts'
import { NEWEST_FIRST } from '#stores/telemetry/sql/event-order.ts'
import { eventsOf } from '#stores/telemetry/sql/errors/conditions.ts'
import { inWindow, positionOf, readWindow, storedWindow, type Window } from './page.ts'

/** A step is about this much: long enough to be worth a statement, short enough to stop in time. */
const STEP_EVENTS = 50_000
/** A step with more of them is made shorter: events come in bursts. */
const LONGEST_STEP_EVENTS = 2 * STEP_EVENTS
const GROWTH = 8

export async function searchEvents(
  query: ColumnsQuery,
  scope: Scope,
  options: SearchOptions,
): ReturnType<EventSearch['searchEvents']> {
  const events: EventSummary[] = []
  const { low, searched } = await inSteps(query, scope, options, async (step) => {
    const rows = await readWindow(query, scope, step, NEWEST_FIRST, options.limit + 1 - events.length)
    events.push(...rows)
    return events.length > options.limit
  })
  if (events.length > options.limit) {
    const shown = events.slice(0, options.limit)
    const next = positionOf(shown.at(-1)!)
    return { events: shown, next, searched: { ...searched, complete: false } }
  }
  return { events, next: searched.complete ? undefined : startOfMoment(low), searched }
}

export async function searchIssues(
  query: ColumnsQuery,
  scope: Scope,
  options: SearchOptions,
): ReturnType<EventSearch['searchIssues']> {
  const issueIds = new Set<string>()
  const { searched } = await inSteps(query, scope, options, async (step) => {
    for (const id of await readIssues(query, scope, step, options.limit)) issueIds.add(id)
    return issueIds.size >= options.limit
  })
  return { issueIds: [...issueIds].slice(0, options.limit), searched }
}

/** Goes back in windows of time until the work is done, or as much was looked at as was allowed. */
async function inSteps(
  query: ColumnsQuery,
  scope: Scope,
  { before, budget }: SearchOptions,
  work: (step: Window) => Promise<boolean>,
): Promise<{ readonly low: number; readonly searched: Searched }> {
  const stored = storedWindow(query, scope)
  let events = 0
  let back: number | undefined
  if (stored === undefined) return { low: 0, searched: { events, back, complete: true } }
  const edge = before && ({ sign: '<', position: before } as const)
  let high = Math.min(stored.to, before === undefined ? Infinity : before.receivedAt + 1)
  let size = stored.durationOf(STEP_EVENTS)
  while (high > stored.from && events < budget) {
    const widest = { from: Math.max(stored.from, high - size), to: high, edge }
    const { step, looked } = await notTooLong(query, scope, widest)
    const isDone = looked.events > 0 && (await work(step))
    events += looked.events
    back = looked.back ?? back
    high = step.from
    size = nextSize(step, looked.events)
    if (isDone) break
  }
  return { low: high, searched: { events, back, complete: high <= stored.from } }
}

/** As long as such a step should be by what this one held: where a project was quiet the next one may be longer. */
function nextSize({ from, to }: Window, events: number): number {
  const factor = Math.min(GROWTH, STEP_EVENTS / Math.max(1, events))
  return Math.ceil((to - from) * factor)
}

/** The step, shortened until it holds few enough events of the project, and how many those are. */
async function notTooLong(query: ColumnsQuery, scope: Scope, widest: Window) {
  const { to, edge } = widest
  let { from } = widest
  for (;;) {
    const step = { from, to, edge }
    const looked = await lookedAt(query, scope, step)
    const length = to - from
    if (looked.events <= LONGEST_STEP_EVENTS || length <= 1) return { step, looked }
    // Less than half of it, because it holds more than two steps: this ends soon.
    from = to - Math.max(1, Math.floor((length * STEP_EVENTS) / looked.events))
  }
}

async function readIssues(
  query: ColumnsQuery,
  scope: Scope,
  step: Window,
  limit: number,
): Promise<readonly string[]> {
  const bind = createBindings()
  const rows = await query(
    `select cast(issue_id as varchar) as issue, max(received_at) as latest from ${eventsOf(scope, bind)}
     where ${inWindow(scope, step, bind)}
     group by issue_id
     order by latest desc, issue_id desc
     limit ${bind.integer(limit)}`,
    bind,
  )
  return rows.map(({ issue }) => issue as string)
}

async function lookedAt(
  query: ColumnsQuery,
  { where: _where, renames: _renames, ...scope }: Scope,
  step: Window,
) {
  const bind = createBindings()
  const [row] = await query(
    `select count(*) as events, min(received_at) as back from events
     where ${inWindow(scope, step, bind)}`,
    bind,
  )
  const back = row?.['back']
  return { events: Number(row?.['events'] ?? 0), back: back == null ? undefined : Number(back) }
}
