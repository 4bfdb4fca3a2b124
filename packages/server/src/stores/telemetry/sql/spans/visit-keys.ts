import { LIMITS } from '#domain/limits.ts'

import type { RouteDimension, RouteScope } from '#stores/telemetry/routes.ts'
import type { Bindings, Query } from '#stores/telemetry/sql/dialect.ts'
import { renamed } from '#stores/telemetry/sql/renamed.ts'
import { UNPLACED, visitsOf, type VisitFacts, type VisitScope } from './counted-visits.ts'

/** Columns of `counted` visits. */
export const KEYS: Readonly<Record<RouteDimension, string>> = {
  route: 'place',
  release: 'release',
  browser: 'browser',
  os: 'os',
  device: 'device',
  environment: 'environment',
}

/**
 * Groups of visits that percentiles may be taken of without knowing which of them are shown: five vitals and two durations
 * of each. A percentile takes DuckDB 16 kB that its memory limit does not count (measured: 5 GB for 50,000 groups), and
 * whoever has the public key can send as many names as they like. So groups are counted first, and where there are more,
 * those that are shown are found by sums alone. Counted, not estimated: of 15,000 names that were chosen by their hash,
 * DuckDB's estimate is 1.
 */
export const FEW_KEYS = LIMITS.questions.percentiles / 8

/** How many keys the dimensions have together, at most: late vitals may turn out to be of another route. */
export async function countKeys(
  query: Query,
  scope: RouteScope,
  by: readonly RouteDimension[],
  facts: VisitFacts,
): Promise<number> {
  const places =
    by.includes('route') && scope.route === undefined ? await countPlaces(query, scope, facts) : 1
  const columns = by.filter((dimension) => dimension !== 'route').map((dimension) => KEYS[dimension])
  if (columns.length === 0 || places > FEW_KEYS) return places
  const bind = query.bindings()
  const visits = renamed('visits', scope.renames, bind)
  const [row] = await query(
    `select ${columns.map(bind.dialect.distinct).join(' + ')} as keys from ${visits} as visit
     where ${visitsOf(scope, bind)} and (${mayBeOfRoute(scope.route, visits, facts, bind)})`,
    bind,
  )
  return places + Number(row?.['keys'] ?? 0)
}

function mayBeOfRoute(
  name: string | undefined,
  visits: string,
  { hasPaths, unplaced }: VisitFacts,
  bind: Bindings,
): string {
  if (name === undefined) return 'true'
  const route = bind.text(name)
  return [
    `route = ${route}`,
    // To read paths takes as long as all else.
    ...(hasPaths || visits !== 'visits' ? [`path = ${route}`] : []),
    ...(unplaced > 0 ? [UNPLACED] : []),
  ].join(' or ')
}

/** How many places there are, at most; a few late vitals without a page load may each have one of their own. */
export async function countPlaces(query: Query, scope: VisitScope, facts: VisitFacts): Promise<number> {
  const bind = query.bindings()
  const visits = renamed('visits', scope.renames, bind)
  const count = async (key: string, rows: string) => {
    const [row] = await query(
      `select ${bind.dialect.distinct(key)} as places from ${visits} as visit where ${rows}`,
      bind,
    )
    return Number(row?.['places'] ?? 0)
  }
  const where = visitsOf(scope, bind)
  // Facts are of the names that visits were stored with.
  if (visits !== 'visits') return count('coalesce(route, path)', where)
  if (facts.hasPaths) return Infinity
  if (facts.unplaced <= FEW_KEYS) return facts.patterns
  return facts.patterns + (await count('path', `${where} and ${UNPLACED}`))
}
