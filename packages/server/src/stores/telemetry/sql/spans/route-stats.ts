import type {
  RouteDimension,
  RouteScope,
  RouteStats,
  RouteTelemetry,
  VisitedFrom,
} from '#stores/telemetry/routes.ts'
import type { Query } from '#stores/telemetry/sql/dialect.ts'
import { countedVisits, visitFacts, visitsOf } from './counted-visits.ts'
import { everyFigure, statsOf } from './visit-columns.ts'

/** Columns of `counted` visits. */
export const KEYS: Readonly<Record<RouteDimension, string>> = {
  route: 'place',
  release: 'release',
  browser: 'browser',
  os: 'os',
  device: 'device',
  environment: 'environment',
}

export const COSTLIEST_FIRST = 'lost desc, pageloads + navigations + requests desc, key'

/** More than a project has in any period that is kept; releases in each of their environments. */
const MOST_PLACES = 10_000

async function readRouteStats(
  query: Query,
  scope: RouteScope,
  { by, limit }: Parameters<RouteTelemetry['routeStats']>[1],
): Promise<readonly RouteStats[]> {
  const facts = await visitFacts(query, scope)
  const bind = query.bindings()
  const rows = await query(
    `with ${countedVisits(scope, bind, facts)}
     select ${KEYS[by]} as key, ${everyFigure(facts.fair, bind.dialect)} from counted where key is not null
     group by key order by ${COSTLIEST_FIRST} limit ${bind.integer(limit)}`,
    bind,
  )
  return rows.map((row) => statsOf(row))
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
