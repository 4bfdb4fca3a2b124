import type {
  RouteBucket,
  RouteDimension,
  RouteScope,
  RouteStats,
  RouteTelemetry,
} from '#stores/telemetry/routes.ts'
import type { Query, Row } from '#stores/telemetry/sql/dialect.ts'
import { bucketCount } from '#stores/telemetry/sql/errors/time-series.ts'
import { countedVisits, fairVisits, visitsOf } from './counted-visits.ts'
import {
  counts,
  durations,
  EVERY_VISIT,
  lost,
  measured,
  measuredOf,
  numberOf,
  rated,
  statsOf,
} from './visit-columns.ts'

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
  const bind = query.bindings()
  const keys = by.map((dimension) => KEYS[dimension])
  const order = 'lost desc, pageloads + navigations + requests desc, key'
  const rows = await query(
    `with ${countedVisits(scope, bind, fair)}
     select coalesce(${keys.join(', ')}) as key, grouping(${keys.join(', ')}) as left_out,
       ${bind.dialect.anyTrue('is_pattern')} as is_pattern, ${bind.dialect.distinct('user_key')} as users,
       ${counts(EVERY_VISIT)}, ${rated(EVERY_VISIT, fair, bind.dialect)},
       ${durations(EVERY_VISIT, fair, bind.dialect)}, ${lost(EVERY_VISIT)}
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
    return rows.filter((row) => Number(row['left_out']) === others).map((row) => statsOf(row))
  })
}

async function readRouteSeries(
  query: Query,
  scope: RouteScope,
  { bucketMs }: Parameters<RouteTelemetry['routeSeries']>[1],
): Promise<readonly RouteBucket[]> {
  const fair = await fairVisits(query, scope)
  const bind = query.bindings()
  const length = bucketCount(scope, bucketMs)
  const first = Math.floor(scope.range.from / bucketMs)
  const rows = await query(
    `with ${countedVisits(scope, bind, fair)}
     select ${bind.dialect.quotient('received_at', bind.integer(bucketMs))} as bucket,
       ${counts(EVERY_VISIT)}, ${measured(EVERY_VISIT, fair, bind.dialect)}, ${durations(EVERY_VISIT, fair, bind.dialect)}
     from counted group by bucket`,
    bind,
  )
  const buckets: RouteBucket[] = Array.from({ length }, () => EMPTY)
  for (const row of rows) buckets[Number(row['bucket']) - first] = toBucket(row)
  return buckets
}

async function readVisitedReleases(query: Query, scope: RouteScope): Promise<readonly string[]> {
  const bind = query.bindings()
  const rows = await query(
    `select distinct release from visits where ${visitsOf(scope, bind)} and release is not null limit ${MOST_RELEASES}`,
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

function toBucket(row: Row): RouteBucket {
  const total = (name: string) => Number(row[`${name}_total`])
  return {
    visits: total('pageloads') + total('navigations'),
    requests: total('requests'),
    failed: total('failed'),
    vitals: measuredOf(row),
    navigationP75: numberOf(row, 'navigation_p75'),
    serverP95: numberOf(row, 'server_p95'),
  }
}
