import type {
  RouteDimension,
  RouteScope,
  RouteStats,
  RouteTelemetry,
  VisitedFrom,
} from '#stores/telemetry/routes.ts'
import type { Query } from '#stores/telemetry/sql/dialect.ts'
import { countedVisits, visitFacts, visitsOf } from './counted-visits.ts'
import { costOf, COSTLIEST_FIRST, everyFigure, statsOf } from './visit-columns.ts'

/** Columns of `counted` visits. */
export const KEYS: Readonly<Record<RouteDimension, string>> = {
  route: 'place',
  release: 'release',
  browser: 'browser',
  os: 'os',
  device: 'device',
  environment: 'environment',
}

/** More than a project has in any period that is kept; releases in each of their environments. */
const MOST_PLACES = 10_000

async function readRouteStats(
  query: Query,
  scope: RouteScope,
  { by, limit }: Parameters<RouteTelemetry['routeStats']>[1],
): Promise<readonly RouteStats[]> {
  const facts = await visitFacts(query, scope)
  const key = KEYS[by]
  // Those that come first by sums, then what is known of them: see readFirst in compared-routes.ts.
  const first = query.bindings()
  const keys = await query(
    `with ${countedVisits(scope, first, facts)}
     select ${key} as key, ${costOf(facts.fair)} from counted where ${key} is not null
     group by key order by ${COSTLIEST_FIRST} limit ${first.integer(limit)}`,
    first,
  )
  if (keys.length === 0) return []
  const bind = query.bindings()
  const rows = await query(
    `with ${countedVisits(scope, bind, facts)}
     select ${key} as key, ${everyFigure(facts.fair, bind.dialect)} from counted
     where ${bind.dialect.isOneOf(key, bind.texts(keys.map((row) => row['key'] as string)))} group by key`,
    bind,
  )
  const stats = new Map(rows.map((row) => [row['key'], statsOf(row)]))
  return keys.flatMap((row) => stats.get(row['key']) ?? [])
}

async function readVisitedFrom(query: Query, scope: RouteScope): Promise<VisitedFrom> {
  const bind = query.bindings()
  const rows = await query(
    `select distinct release, environment from visits where ${visitsOf(scope, bind)} limit ${MOST_PLACES}`,
    bind,
  )
  const valuesOf = (name: 'release' | 'environment') =>
    [...new Set(rows.map((row) => row[name] as string | null))].filter((value) => value !== null)
  return { releases: valuesOf('release'), environments: valuesOf('environment') }
}

export const routeReads = {
  visitedFrom: readVisitedFrom,
  routeStats: readRouteStats,
}
