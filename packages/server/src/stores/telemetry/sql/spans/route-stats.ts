import type { RouteScope, RouteStats, RouteTelemetry, VisitedFrom } from '#stores/telemetry/routes.ts'
import type { Query } from '#stores/telemetry/sql/dialect.ts'
import { countedVisits, visitFacts, visitsOf, type VisitFacts } from './counted-visits.ts'
import { costOf, COSTLIEST_FIRST, everyFigure, statsOf } from './visit-columns.ts'
import { countKeys, FEW_KEYS, KEYS } from './visit-keys.ts'

/** More than a project has in any period that is kept; releases in each of their environments. */
const MOST_PLACES = 10_000

async function readRouteStats(
  query: Query,
  scope: RouteScope,
  { by, limit }: Parameters<RouteTelemetry['routeStats']>[1],
): Promise<readonly RouteStats[]> {
  const facts = await visitFacts(query, scope)
  const key = KEYS[by]
  const hasFew = (await countKeys(query, scope, [by], facts)) <= FEW_KEYS
  const shown = hasFew ? undefined : await firstKeys(query, scope, key, limit, facts)
  const bind = query.bindings()
  const isShown = shown === undefined ? `${key} is not null` : bind.dialect.isOneOf(key, bind.texts(shown))
  const rows = await query(
    `with ${countedVisits(scope, bind, facts)}
     select ${key} as key, ${everyFigure(facts.fair, bind.dialect)} from counted where ${isShown}
     group by key order by ${COSTLIEST_FIRST} limit ${bind.integer(limit)}`,
    bind,
  )
  return rows.map(statsOf)
}

/** By sums alone: see visit-keys.ts. */
async function firstKeys(
  query: Query,
  scope: RouteScope,
  key: string,
  limit: number,
  facts: VisitFacts,
): Promise<readonly string[]> {
  const bind = query.bindings()
  const rows = await query(
    `with ${countedVisits(scope, bind, facts)}
     select ${key} as key, ${costOf(facts.fair)} from counted where ${key} is not null
     group by key order by ${COSTLIEST_FIRST} limit ${bind.integer(limit)}`,
    bind,
  )
  return rows.map((row) => row['key'] as string)
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
