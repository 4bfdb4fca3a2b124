import { startOfMoment } from '#domain/events/event-position.ts'

import type { EventSearch, Searched, SearchOptions } from '#stores/telemetry/event-search.ts'
import type { EventSummary, Scope } from '#stores/telemetry/telemetry.ts'
import { eventsOf, whereOf } from '#stores/telemetry/sql/errors/conditions.ts'
import { NEWEST_FIRST, beyond } from '#stores/telemetry/sql/event-order.ts'
import type { Ask } from '#stores/telemetry/clickhouse/questions.ts'
import { type Edge, positionOf, readEvents } from './page.ts'

/** Long enough to be worth a statement, short enough to stop in time. */
const STEP_EVENTS = 50_000

/** Moments of receipt: `from` is inside, `to` is not. */
interface Step {
  readonly range: { readonly from: number; readonly to: number }
  readonly events: number
  /** When the oldest of them was received. */
  readonly back: number | undefined
  readonly isLast: boolean
}

export async function searchEvents(
  ask: Ask,
  scope: Scope,
  options: SearchOptions,
): ReturnType<EventSearch['searchEvents']> {
  const events: EventSummary[] = []
  const edge = edgeOf(options)
  const { low, searched } = await inSteps(ask, scope, options, async ({ range }) => {
    const left = options.limit + 1 - events.length
    events.push(...(await readEvents(ask, { ...scope, range }, edge, NEWEST_FIRST, left)))
    return events.length > options.limit
  })
  if (events.length > options.limit) {
    const shown = events.slice(0, options.limit)
    return { events: shown, next: positionOf(shown.at(-1)!), searched: { ...searched, complete: false } }
  }
  return { events, next: searched.complete ? undefined : startOfMoment(low), searched }
}

export async function searchIssues(
  ask: Ask,
  scope: Scope,
  options: SearchOptions,
): ReturnType<EventSearch['searchIssues']> {
  const issueIds = new Set<string>()
  const { searched } = await inSteps(ask, scope, options, async ({ range }) => {
    for (const id of await readIssues(ask, { ...scope, range }, edgeOf(options), options.limit))
      issueIds.add(id)
    return issueIds.size >= options.limit
  })
  return { issueIds: [...issueIds].slice(0, options.limit), searched }
}

const edgeOf = ({ before }: SearchOptions): Edge | undefined => before && { sign: '<', position: before }

/** Goes back step by step until the work is done, or as much was looked at as was allowed. */
async function inSteps(
  ask: Ask,
  scope: Scope,
  options: SearchOptions,
  work: (step: Step) => Promise<boolean>,
): Promise<{ readonly low: number; readonly searched: Searched }> {
  let events = 0
  let back: number | undefined
  let high = scope.range.to
  let complete = false
  while (!complete && events < options.budget) {
    const step = await nextStep(ask, { ...scope, range: { ...scope.range, to: high } }, edgeOf(options))
    const isDone = step.events > 0 && (await work(step))
    events += step.events
    back = step.back ?? back
    high = step.range.from
    complete = step.isLast
    if (isDone) break
  }
  // Without a budget nothing was looked at, and an empty store is complete all the same.
  if (events === 0 && options.budget <= 0)
    complete = (await nextStep(ask, scope, edgeOf(options))).events === 0
  return { low: high, searched: { events, back, complete } }
}

/** The newest events of the range, about as many as a step has, with all of the last millisecond. */
async function nextStep(
  ask: Ask,
  { where: _where, renames: _renames, ...scope }: Scope,
  edge: Edge | undefined,
): Promise<Step> {
  const bind = ask.bindings()
  const rows = `events where ${inScope(scope, edge, bind)}`
  const [row] = await ask(
    `with step as (select received_at from ${rows} order by ${NEWEST_FIRST} limit ${bind.integer(STEP_EVENTS)})
     select count(*) as events, min(received_at) as back from step`,
    bind,
  )
  const events = Number(row?.['events'] ?? 0)
  if (events === 0) return { range: scope.range, events, back: undefined, isLast: true }
  const back = Number(row?.['back'])
  if (events < STEP_EVENTS) return { range: scope.range, events, back, isLast: true }
  const range = { from: back, to: scope.range.to }
  const all = ask.bindings()
  const [counted] = await ask(
    `select count(*) as events from events where ${inScope({ ...scope, range }, edge, all)}`,
    all,
  )
  return { range, events: Number(counted?.['events']), back, isLast: false }
}

async function readIssues(
  ask: Ask,
  scope: Scope,
  edge: Edge | undefined,
  limit: number,
): Promise<readonly string[]> {
  const bind = ask.bindings()
  const rows = await ask(
    `select issue_id, max(received_at) as latest from ${eventsOf(scope, bind)} where ${inScope(scope, edge, bind)}
     group by issue_id order by latest desc, issue_id desc limit ${bind.integer(limit)}`,
    bind,
  )
  return rows.map((row) => String(row['issue_id']))
}

function inScope(scope: Scope, edge: Edge | undefined, bind: ReturnType<Ask['bindings']>): string {
  const where = whereOf(scope, bind)
  return edge === undefined ? where : `${where} and ${beyond(edge.sign, edge.position, bind)}`
}
