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

/** What is looked up before a statement about visits is written. */
export interface VisitFacts {
  /** Visits of one route are taken as if the same share of all of them were stored. */
  readonly fair: FairRows
  /** Late vitals that the store did not know the page load of when they came. */
  readonly unplaced: number
  /** Visits that nobody knows a pattern for. */
  readonly hasPaths: boolean
  /** How many there are. */
  readonly patterns: number
}

export async function visitFacts(query: Query, scope: VisitScope): Promise<VisitFacts> {
  const bind = query.bindings()
  const { anyTrue, countIf, distinct } = bind.dialect
  const further = `${countIf(UNPLACED)} as unplaced, ${anyTrue(`${PLACED} and route is null`)} as has_paths,
    ${distinct('route')} as patterns`
  const { fair, row } = await fairRowsOf(query, `visits where ${visitsOf(scope, bind)}`, bind, further)
  return {
    fair,
    unplaced: Number(row?.['unplaced'] ?? 0),
    hasPaths: Boolean(row?.['has_paths']),
    patterns: Number(row?.['patterns'] ?? 0),
  }
}

export const SHOWN_OPS = "op in ('pageload', 'navigation', 'http.server')"
const COUNTED = `(${SHOWN_OPS} or lcp is not null or inp is not null or cls is not null)`
export const UNPLACED = 'not is_segment and not coalesce(named_by_load, false)'
const PLACED = '(is_segment or named_by_load)'

/**
 * Visits, answered requests, and vitals that were sent after their visit: these are of the route that their page load is
 * of, which says it better than they do. Most were named by it when they were stored; only others are joined to page loads.
 */
export function countedVisits(scope: VisitScope, bind: Bindings, facts: VisitFacts): string {
  const where = visitsOf(scope, bind)
  const visits = renamed('visits', scope.renames, bind)
  const route = scope.route === undefined ? undefined : bind.text(scope.route)
  const own = route === undefined ? '' : `and (route = ${route} or route is null and path = ${route})`
  const late = route === undefined ? '' : `and place = ${route}`
  const parts = [
    placed(visits, `${where} and ${PLACED} and ${COUNTED} ${own}`),
    ...(facts.unplaced > 0 ? [joined('unplaced', `${COUNTED} ${late}`)] : []),
  ]
  return counted(parts, facts, unplacedWithLoads(visits, where, facts))
}

/**
 * The same of all routes, with rows that count nowhere: to leave them out takes as long as to sum up a third of the figures.
 * Patterns and paths are read apart, so that a pattern is grouped by its dictionary and no path is read beside it.
 */
export function allVisits(scope: VisitScope, bind: Bindings, facts: VisitFacts): string {
  const where = visitsOf(scope, bind)
  const visits = renamed('visits', scope.renames, bind)
  const parts = [
    ...eachPlace(
      visits,
      facts,
      (isPattern, place, has) =>
        `select visit.*, ${WEIGHT}, ${isPattern} as is_pattern, ${place} as place
       from ${visits} as visit where ${where} and ${PLACED} ${has}`,
    ),
    ...(facts.unplaced > 0 ? [joined('unplaced', 'true')] : []),
  ]
  return counted(parts, facts, unplacedWithLoads(visits, where, facts))
}

const counted = (parts: readonly string[], { fair, unplaced }: VisitFacts, loads: string): string =>
  `${unplaced > 0 ? `${loads},` : ''}
    ${fair.name('counted')} as (${parts.join(' union all ')})${fair.mark('counted', 'place')}`

/** Those who came, by place: a late vital says nothing about that which its visit does not. */
export function visitors(scope: VisitScope, bind: Bindings, facts: VisitFacts): string {
  const visits = renamed('visits', scope.renames, bind)
  const where = `${visitsOf(scope, bind)} and is_segment and ${SHOWN_OPS}`
  return eachPlace(
    visits,
    facts,
    (_, place, has) => `select ${place} as place, user_key from ${visits} as visit where ${where} ${has}`,
  ).join(' union all ')
}

/** New names are looked up once, so a renamed table is read once. */
function eachPlace(
  visits: string,
  { hasPaths }: VisitFacts,
  select: (isPattern: string, place: string, has: string) => string,
): readonly string[] {
  if (visits !== 'visits') return [select('visit.route is not null', 'coalesce(visit.route, visit.path)', '')]
  return [
    select('true', 'visit.route', 'and visit.route is not null'),
    ...(hasPaths ? [select('false', 'visit.path', 'and visit.route is null')] : []),
  ]
}

/** With the start of its page load beside every vital: of one route few rows reach the join. */
export function visitsWithLoads(scope: VisitScope, bind: Bindings, { fair }: VisitFacts): string {
  const where = visitsOf(scope, bind)
  const visits = renamed('visits', scope.renames, bind)
  const route = scope.route === undefined ? undefined : bind.text(scope.route)
  const own =
    route === undefined
      ? ''
      : `and place = ${route} and (visit.route = ${route} or visit.path = ${route} or ${UNPLACED})`
  return `${pageLoads(visits, where, `visits where ${where} and not is_segment`)},
    ${fair.name('counted')} as (
      ${joined(visits, `${where} and ${COUNTED} ${own}`, ', load_started_us, load_ttfb')}
    )${fair.mark('counted', 'place')}`
}

/** Read once, for what they say and for the page loads that they are looked for by. */
function unplacedWithLoads(visits: string, where: string, { hasPaths }: VisitFacts): string {
  // Reading paths takes as long as reading all else of the page loads.
  const place = visits === 'visits' && !hasPaths ? 'route' : 'coalesce(route, path)'
  return `unplaced as (select visit.* from ${visits} as visit where ${where} and ${UNPLACED}),
    ${pageLoads(visits, where, 'unplaced', place)}`
}

const LOAD_OPS = "op in ('pageload', 'navigation')"

/**
 * Those of these late vitals. They are looked for by id alone, and what is no page load then names nothing: with a condition
 * on the operation DuckDB compares that of every visit first, which takes four times as long.
 */
const pageLoads = (
  visits: string,
  where: string,
  vitals: string,
  place = 'coalesce(route, path)',
): string => `loads as (
    select trace_id, span_id, case when ${LOAD_OPS} then ${place} end as load_place,
      ${LOAD_OPS} and route is not null as has_pattern,
      case when ${LOAD_OPS} then started_us end as load_started_us, case when ${LOAD_OPS} then ttfb end as load_ttfb
    from ${visits} as visit where ${where} and span_id in (select segment_id from ${vitals})
  )`

const placed = (visits: string, where: string): string => `
  select visit.*, ${WEIGHT}, visit.route is not null as is_pattern, coalesce(visit.route, visit.path) as place
  from ${visits} as visit where ${where}`

/** Only equal columns in the join: with any other condition DuckDB compares every row with every other. */
const joined = (visits: string, where: string, further = ''): string => `
  select visit.*, ${WEIGHT}, visit.route is not null or coalesce(has_pattern, false) as is_pattern,
    case when has_pattern then load_place else coalesce(visit.route, load_place, visit.path) end as place
    ${further}
  from ${visits} as visit left join loads
    on loads.trace_id = visit.trace_id and loads.span_id = case when not is_segment then segment_id end
  where ${where}`

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
