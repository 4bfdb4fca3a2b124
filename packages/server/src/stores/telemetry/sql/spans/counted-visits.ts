import { coveringBoth, doTouch, type TimeRange } from '#domain/time-range.ts'

import type { RouteScope } from '#stores/telemetry/routes.ts'
import type { Bindings, Query } from '#stores/telemetry/sql/dialect.ts'
import { renamed } from '#stores/telemetry/sql/renamed.ts'
import { rowsOf } from '#stores/telemetry/sql/scope-conditions.ts'
import { WEIGHT } from './estimates.ts'
import { type FairRows, fairRowsOf } from './fair-rows.ts'

export interface VisitScope extends RouteScope {
  /** Visits of this range too. */
  readonly before?: TimeRange
}

/**
 * Visits, answered requests, and vitals that were sent after their visit: these are of the route that their page load is
 * of, which says it better than they do. The table is read several times rather than once into memory: each reading takes
 * only the columns it needs.
 */
export function countedVisits(scope: VisitScope, bind: Bindings, fair: FairRows): string {
  const where = visitsOf(scope, bind)
  const visits = renamed('visits', scope.renames, bind)
  const route = scope.route === undefined ? undefined : bind.text(scope.route)
  return `loads as (
      select trace_id, span_id, coalesce(route, path) as load_place, route is not null as has_pattern, started_us, ttfb
      from ${visits} as visit where ${where} and op in ('pageload', 'navigation')
    ),
    ${fair.name('counted')} as (${
      route === undefined
        ? `${segments(visits, where)} union all ${joined(visits, `${where} and not is_segment`, 'segment_id')}`
        : // Few rows of one route reach the join: to read the table once more would cost more than it saves.
          joined(visits, `${where} and ${ofRoute(route)}`, 'case when not is_segment then segment_id end')
    })${fair.mark('counted', 'place')}`
}

const COUNTED = `(op in ('pageload', 'navigation', 'http.server')
  or lcp is not null or inp is not null or cls is not null)`

/** What is no late vital has no page load to be joined with. */
const segments = (visits: string, where: string): string => `
  select visit.*, ${WEIGHT}, null as load_started_us, null as load_ttfb,
    visit.route is not null as is_pattern, coalesce(visit.route, visit.path) as place
  from ${visits} as visit where ${where} and is_segment and ${COUNTED}`

/** Only equal columns in the join: with any other condition DuckDB compares every row with every other. */
const joined = (visits: string, where: string, segmentId: string): string => `
  select visit.*, ${WEIGHT}, loads.started_us as load_started_us, loads.ttfb as load_ttfb,
    visit.route is not null or coalesce(has_pattern, false) as is_pattern,
    case when has_pattern then load_place else coalesce(visit.route, load_place, visit.path) end as place
  from ${visits} as visit left join loads on loads.trace_id = visit.trace_id and loads.span_id = ${segmentId}
  where ${where} and ${COUNTED}`

/** Visits of one route are taken as if the same share of all of them were stored. */
export async function fairVisits(query: Query, scope: VisitScope): Promise<FairRows> {
  const bind = query.bindings()
  return fairRowsOf(query, `visits where ${visitsOf(scope, bind)}`, bind)
}

/** The place is known after the join; before it, most other routes can be left out. */
const ofRoute = (route: string): string =>
  `place = ${route} and (visit.route = ${route} or visit.path = ${route} or not is_segment)`

export function visitsOf({ before, ...scope }: VisitScope, bind: Bindings): string {
  const equal = { release: scope.release, environment: scope.environment }
  if (before === undefined) return rowsOf(scope, bind, equal)
  const { range } = scope
  const both = rowsOf({ ...scope, range: coveringBoth(range, before) }, bind, equal)
  if (doTouch(range, before)) return both
  // The outer bounds as well: by these DuckDB leaves out most of a large table, by an `or` it does not.
  return `${both} and (${within(range, bind)} or ${within(before, bind)})`
}

export const within = ({ from, to }: TimeRange, bind: Bindings): string =>
  `received_at >= ${bind.integer(from)} and received_at < ${bind.integer(to)}`
