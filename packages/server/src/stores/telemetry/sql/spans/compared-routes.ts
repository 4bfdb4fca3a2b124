import type { ComparedRoute, RouteScope, RouteTelemetry } from '#stores/telemetry/routes.ts'
import type { Query, Row } from '#stores/telemetry/sql/dialect.ts'
import { estimateOf } from './estimates.ts'
import { countedVisits, fairVisits, within } from './counted-visits.ts'
import {
  counts,
  durations,
  lost,
  measured,
  measuredOf,
  rated,
  ratedOf,
  statsOf,
  type VisitWindow,
} from './visit-columns.ts'

/**
 * All in one pass: the periods overlap where they are long, the releases lie within one of them, and each question alone
 * would have to find out anew which route every visit is of.
 */
async function readComparedRoutes(
  query: Query,
  scope: RouteScope,
  { before: range, releases, limit }: Parameters<RouteTelemetry['comparedRoutes']>[1],
): Promise<readonly ComparedRoute[]> {
  const both = { ...scope, before: range }
  const fair = await fairVisits(query, both)
  const bind = query.bindings()
  const { dialect } = bind
  const visits = countedVisits(both, bind, fair)
  const now = { prefix: 'now_', condition: 'in_now' } satisfies VisitWindow
  const before = { prefix: 'before_', condition: 'in_before' } satisfies VisitWindow
  const compared = releases.map((_, index): VisitWindow => ({
    prefix: prefixOf(index),
    condition: `in_release${index}`,
  }))
  const inScope = within(scope.range, bind)
  // As columns: the conditions of a hundred figures are short then, and DuckDB plans them in four fifths of the time.
  const windows = [
    `(${inScope}) as in_now`,
    `(${within(range, bind)}) as in_before`,
    ...releases.map(
      (release, index) => `(${inScope} and release = ${bind.text(release)}) as in_release${index}`,
    ),
  ]
  const rows = await query(
    `with ${visits},
     windowed as (select *, ${windows.join(', ')} from counted)
     select place as key, ${dialect.anyTrue('is_pattern')} as is_pattern,
       ${dialect.distinct(`case when ${now.condition} then user_key end`)} as now_users,
       ${counts(now, fair)}, ${rated(now, fair, dialect)}, ${durations(now, fair, dialect)}, ${lost(now, fair)},
       ${counts(before, fair, BEFORE)}, ${measured(before, fair, dialect)}, ${lost(before, fair)},
       ${compared.map((window) => `${rated(window, fair, dialect)},`).join(' ')}
       ${fair.weights.count(now.condition)} as now_rows, ${fair.weights.count(before.condition)} as before_rows
     from windowed where place is not null group by place having now_rows > 0
     order by now_lost desc, now_pageloads + now_navigations + now_requests desc, key limit ${bind.integer(limit)}`,
    bind,
  )
  return rows.map((row) => ({
    stats: statsOf(row, now.prefix),
    before: beforeOf(row, before.prefix),
    releases: compared.map(({ prefix }) => ratedOf(row, prefix)),
  }))
}

export const comparedRouteReads = { comparedRoutes: readComparedRoutes }

const BEFORE = ['pageloads', 'navigations', 'requests'] as const
const prefixOf = (index: number): string => `release${index}_`

function beforeOf(row: Row, prefix: string): ComparedRoute['before'] {
  if (Number(row[`${prefix}rows`]) === 0) return undefined
  return {
    pageloads: estimateOf(row, `${prefix}pageloads`),
    navigations: estimateOf(row, `${prefix}navigations`),
    requests: estimateOf(row, `${prefix}requests`),
    vitals: measuredOf(row, prefix),
    lostMs: Number(row[`${prefix}lost`]),
  }
}
