import type { JS } from '@duckdb/node-api'

import { GOOD_NAVIGATION_MS, VITAL_NAMES, VITAL_THRESHOLDS } from '#domain/traces/vital-rating.ts'
import type { VitalName } from '#domain/traces/vital-rating.ts'

import type {
  RouteBucket,
  RouteDimension,
  RouteScope,
  RouteStats,
  RouteTelemetry,
  VitalStats,
} from '#stores/telemetry/routes.ts'
import { createBindings } from '#stores/telemetry/duckdb/bindings.ts'
import type { Bindings } from '#stores/telemetry/duckdb/bindings.ts'
import type { Query } from '#stores/telemetry/duckdb/reader-pool.ts'
import { renamed } from '#stores/telemetry/duckdb/query/renamed.ts'
import { rowsOf } from '#stores/telemetry/duckdb/query/scope-conditions.ts'
import { bucketCount } from '#stores/telemetry/duckdb/errors/time-series.ts'
import { WEIGHT, estimated, estimateOf } from './estimates.ts'
import { ALL_ROWS, type FairRows, fairRowsOf } from './fair-rows.ts'

type Row = Readonly<Record<string, JS>>

const COUNTED = {
  pageloads: "op = 'pageload'",
  navigations: "op = 'navigation'",
  requests: "op = 'http.server'",
  failed: 'is_segment and status = 2',
} as const

const COUNTS = Object.entries(COUNTED)
  .map(([name, condition]) => estimated(name, condition))
  .join(', ')

const KEYS: Readonly<Record<RouteDimension, string>> = {
  route: 'place',
  release: 'release',
  browser: 'browser',
  os: 'os',
  device: 'device',
  environment: 'environment',
}

/** More than a project has in any period that is kept. */
const MOST_RELEASES = 10_000

async function readRouteStats(
  query: Query,
  scope: RouteScope,
  { by, limit }: Parameters<RouteTelemetry['routeStats']>[1],
): Promise<readonly RouteStats[]> {
  const [stats] = await readRouteBreakdowns(query, scope, { by: [by], limit })
  return stats!
}

/** All in one pass over the visits: a query with as many aggregates costs more to prepare than most routes to read. */
async function readRouteBreakdowns(
  query: Query,
  scope: RouteScope,
  { by, limit }: Parameters<RouteTelemetry['routeBreakdowns']>[1],
): Promise<ReadonlyArray<readonly RouteStats[]>> {
  const fair = await fairVisits(query, scope)
  const bind = createBindings()
  const keys = by.map((dimension) => KEYS[dimension])
  const order = 'lost desc, pageloads + navigations + requests desc, key'
  const rows = await query(
    `with ${countedVisits(scope, bind, fair)}
     select coalesce(${keys.join(', ')}) as key, grouping_id(${keys.join(', ')}) as left_out,
       bool_or(is_pattern) as is_pattern, approx_count_distinct(user_key) as users,
       ${COUNTS},
       ${VITAL_NAMES.map((name) => rated(name, fair)).join(', ')},
       ${durations(fair)}, ${LOST} as lost
     from counted group by grouping sets (${keys.map((key) => `(${key})`).join(', ')})
     having key is not null
     qualify row_number() over (partition by left_out order by ${order}) <= ${bind.integer(limit)}
     order by ${order}`,
    bind,
  )
  const all = 2 ** keys.length - 1
  // A bit for every dimension, the first one highest; it is 0 for the one that a row is grouped by.
  return keys.map((_, at) => {
    const others = all - 2 ** (keys.length - 1 - at)
    return rows.filter((row) => Number(row['left_out']) === others).map(toStats)
  })
}

async function readRouteSeries(
  query: Query,
  scope: RouteScope,
  { bucketMs }: Parameters<RouteTelemetry['routeSeries']>[1],
): Promise<readonly RouteBucket[]> {
  const fair = await fairVisits(query, scope)
  const bind = createBindings()
  const length = bucketCount(scope, bucketMs)
  const first = Math.floor(scope.range.from / bucketMs)
  const rows = await query(
    `with ${countedVisits(scope, bind, fair)}
     select received_at // ${bind.integer(bucketMs)} as bucket,
       ${COUNTS},
       ${VITAL_NAMES.map((name) => measured(name, fair)).join(', ')},
       ${durations(fair)}
     from counted group by bucket`,
    bind,
  )
  const buckets: RouteBucket[] = Array.from({ length }, () => EMPTY)
  for (const row of rows) buckets[Number(row['bucket']) - first] = toBucket(row)
  return buckets
}

async function readVisitedReleases(query: Query, scope: RouteScope): Promise<readonly string[]> {
  const bind = createBindings()
  const rows = await query(
    `select distinct release from visits where ${whereOf(scope, bind)} and release is not null limit ${MOST_RELEASES}`,
    bind,
  )
  return rows.map((row) => row['release'] as string)
}

export const routeReads = {
  visitedReleases: readVisitedReleases,
  routeStats: readRouteStats,
  routeBreakdowns: readRouteBreakdowns,
  routeSeries: readRouteSeries,
}

const EMPTY: RouteBucket = {
  visits: 0,
  requests: 0,
  failed: 0,
  vitals: {},
  navigationP75: undefined,
  serverP95: undefined,
}

const measured = (name: VitalName, fair: FairRows): string =>
  `count(${name}) ${fair.only()} as ${name}, approx_quantile(${name}, 0.75) ${fair.only()} as ${name}_p75`

function rated(name: VitalName, fair: FairRows): string {
  const { good, poor } = VITAL_THRESHOLDS[name]
  return `${measured(name, fair)},
    count(*) ${fair.only(`${name} <= ${good}`)} as ${name}_good,
    count(*) ${fair.only(`${name} > ${poor}`)} as ${name}_poor`
}

const durations = (fair: FairRows): string => `
  approx_quantile(duration_us, 0.75) ${fair.only("op = 'navigation'")} / 1000 as navigation_p75,
  approx_quantile(duration_us, 0.95) ${fair.only("op = 'http.server'")} / 1000 as server_p95`

const beyond = (value: string, good: number): string =>
  `coalesce(sum(weight * greatest(${value} - ${good}, 0)), 0)`

const LOST = [
  beyond('lcp', VITAL_THRESHOLDS.lcp.good),
  beyond('inp', VITAL_THRESHOLDS.inp.good),
  beyond("case when op = 'navigation' then duration_us / 1000 end", GOOD_NAVIGATION_MS),
].join(' + ')

/**
 * Visits, answered requests, and vitals that were sent after their visit: these are of the route that their page load is
 * of, which says it better than they do. The table is read twice rather than once into memory: each reading takes only the
 * columns it needs. Only equal columns in the join: with any other condition DuckDB compares every row with every other.
 */
export function countedVisits(scope: RouteScope, bind: Bindings, fair: FairRows = ALL_ROWS): string {
  const where = whereOf(scope, bind)
  const visits = renamed('visits', scope.renames, bind)
  return `loads as (
      select trace_id, span_id, route, path, started_us, ttfb
      from ${visits} as visit where ${where} and op in ('pageload', 'navigation')
    ),
    ${fair.name('counted')} as (
      select visit.*, ${WEIGHT},
        loads.started_us as load_started_us, loads.ttfb as load_ttfb,
        coalesce(loads.route, visit.route) is not null as is_pattern,
        coalesce(loads.route, visit.route, loads.path, visit.path) as place
      from ${visits} as visit left join loads
        on loads.trace_id = visit.trace_id and loads.span_id = case when not is_segment then segment_id end
      where ${where} and (op in ('pageload', 'navigation', 'http.server')
        or lcp is not null or inp is not null or cls is not null)
      ${scope.route === undefined ? '' : ofRoute(bind.text(scope.route))}
    )${fair.mark('counted', 'place')}`
}

/** Visits of one route are taken as if the same share of all of them were stored. */
export async function fairVisits(query: Query, scope: RouteScope): Promise<FairRows> {
  const bind = createBindings()
  return fairRowsOf(query, `visits where ${whereOf(scope, bind)}`, bind)
}

/** The place is known after the join; before it, most other routes can be left out. */
const ofRoute = (route: string): string =>
  `and place = ${route} and (visit.route = ${route} or visit.path = ${route} or not is_segment)`

const whereOf = (scope: RouteScope, bind: Bindings): string =>
  rowsOf(scope, bind, { release: scope.release, environment: scope.environment })

function toStats(row: Row): RouteStats {
  return {
    key: row['key'] as string,
    isPattern: row['is_pattern'] as boolean,
    pageloads: estimateOf(row, 'pageloads'),
    navigations: estimateOf(row, 'navigations'),
    requests: estimateOf(row, 'requests'),
    failed: estimateOf(row, 'failed'),
    users: Number(row['users']),
    vitals: Object.fromEntries(
      VITAL_NAMES.flatMap((name) => (Number(row[name]) === 0 ? [] : [[name, vitalOf(row, name)]])),
    ),
    navigationP75: numberOf(row, 'navigation_p75'),
    serverP95: numberOf(row, 'server_p95'),
    lostMs: Number(row['lost']),
  }
}

function vitalOf(row: Row, name: VitalName): VitalStats {
  return {
    samples: Number(row[name]),
    p75: Number(row[`${name}_p75`]),
    good: Number(row[`${name}_good`]),
    poor: Number(row[`${name}_poor`]),
  }
}

function numberOf(row: Row, name: string): number | undefined {
  return row[name] === null ? undefined : Number(row[name])
}

function toBucket(row: Row): RouteBucket {
  const total = (name: string) => Number(row[`${name}_total`])
  const vitals = VITAL_NAMES.flatMap((name) => {
    const p75 = numberOf(row, `${name}_p75`)
    return p75 === undefined ? [] : [[name, { samples: Number(row[name]), p75 }] as const]
  })
  return {
    visits: total('pageloads') + total('navigations'),
    requests: total('requests'),
    failed: total('failed'),
    vitals: Object.fromEntries(vitals),
    navigationP75: numberOf(row, 'navigation_p75'),
    serverP95: numberOf(row, 'server_p95'),
  }
}
