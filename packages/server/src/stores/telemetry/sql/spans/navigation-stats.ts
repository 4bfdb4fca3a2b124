import { CACHE_STATES, NAVIGATION_FAILURES, SERVED, type PrefetchReport } from '#domain/traces/navigation.ts'
import { LIMITS } from '#domain/limits.ts'
import type { SupersededRelease } from '#domain/releases/superseded.ts'

import type {
  NavigationBucket,
  NavigationFigures,
  NavigationScope,
  NavigationTelemetry,
  NavigationTotals,
  PairEnd,
  RoutePair,
} from '#stores/telemetry/navigations.ts'
import type { Bindings, Dialect, Query, Row } from '#stores/telemetry/sql/dialect.ts'
import { bucketCount } from '#stores/telemetry/sql/errors/time-series.ts'
import { renamed } from '#stores/telemetry/sql/renamed.ts'
import { WEIGHT, estimated, estimateOf, weighed } from './estimates.ts'
import { type FairRows, fairRowsOf } from './fair-rows.ts'
import { BESIDE_SUPERSEDED, scopeOf, supersededTable } from './navigation-scope.ts'
import { toHex, toTraceId } from './outlines.ts'

const NAVIGATIONS = "kind = 'navigation' and not is_follow_up"
const WAITED = 'coalesce(sum(weight * wait_ms), 0) as waited'

async function readRoutePairs(
  query: Query,
  scope: NavigationScope,
  { superseded, limit }: Parameters<NavigationTelemetry['routePairs']>[1],
): Promise<readonly RoutePair[]> {
  const fair = await fairNavigations(query, scope)
  const hasFew = (await countPairs(query, scope)) <= LIMITS.questions.percentiles
  const bind = query.bindings()
  const { anyOf, greatest, keyOf } = bind.dialect
  const NAMES = `${anyOf('from_key')} as from_name, ${anyOf('to_key')} as to_name`
  // Where there may be many, those that come first by sums, then what is known of them: see visit-keys.ts.
  const firstPairs = `first_pairs as (
      select pair, ${NAMES}, ${ORDERED_BY} from paired group by pair
      order by ${COSTLIEST_FIRST} limit ${bind.integer(limit)}
    )`
  const rows = await query(
    `with ${observed(scope, superseded, bind, fair)},
     ${namesFromVisits(scope, bind)},
     paired as (
       select observed.*,
         coalesce(from_route, departures.route) as from_pattern, coalesce(from_pattern, from_path) as from_key,
         coalesce(to_route, arrivals.route) as to_pattern, coalesce(to_pattern, to_path) as to_key,
         ${keyOf(['from_key', 'to_key'])} as pair
       from observed
         left join names as departures on departures.path = case when from_route is null then from_path end
         left join names as arrivals on arrivals.path = case when to_route is null then to_path end
     )${hasFew ? '' : `, ${firstPairs}`}
     select ${NAMES}, count(from_pattern) > 0 as from_is_pattern, count(to_pattern) > 0 as to_is_pattern,
       ${figures(fair, bind.dialect)},
       ${weighed('prefetch_unused', PREFETCH_UNUSED)},
       ${weighed('prefetch_failed', "kind = 'prefetch' and prefetch = 'failed'")},
       ${CACHE_STATES.map((state) => weighed(`state_${state}`, `cache_state = '${state}'`)).join(', ')},
       ${NAVIGATION_FAILURES.map((name) => weighed(`failure_${name}`, `has_failed and failure = '${name}'`)).join(', ')},
       ${greatest('trace_id', 'wait_ms')} as slowest_trace,
       ${greatest('span_id', 'wait_ms')} as slowest_span
     from paired ${hasFew ? '' : 'where pair in (select pair from first_pairs)'}
     group by pair order by ${COSTLIEST_FIRST} limit ${bind.integer(limit)}`,
    bind,
  )
  return rows.map(toPair)
}

/** At most: what differs here may turn out to be of one pattern. */
async function countPairs(query: Query, scope: NavigationScope): Promise<number> {
  const bind = query.bindings()
  const ends = ['from_route', 'from_path', 'to_route', 'to_path'].join(', ')
  const [row] = await query(
    `select count(*) as pairs from (
       select distinct ${ends} from ${renamed('navigations', scope.renames, bind)} as navigations
       where ${scopeOf(scope, bind)} and kind <> 'report' limit ${bind.integer(LIMITS.questions.percentiles + 1)}
     ) as ends`,
    bind,
  )
  return Number(row?.['pairs'] ?? 0)
}

async function readTotals(
  query: Query,
  scope: NavigationScope,
  { superseded }: Parameters<NavigationTelemetry['navigationTotals']>[1],
): Promise<NavigationTotals> {
  const fair = await fairNavigations(query, scope)
  const bind = query.bindings()
  const [row] = await query(
    `with ${observed(scope, superseded, bind, fair, 'true')}
     select ${figures(fair, bind.dialect)}, ${Object.values(REPORTED).map(summed).join(', ')} from observed`,
    bind,
  )
  const reported = Object.entries(REPORTED).map(([name, column]) => [name, Number(row![`all_${column}`])])
  return {
    ...figuresOf(row!),
    prefetches: Object.fromEntries(reported) as unknown as NavigationTotals['prefetches'],
  }
}

async function readSeries(
  query: Query,
  scope: NavigationScope,
  { superseded, bucketMs }: Parameters<NavigationTelemetry['navigationSeries']>[1],
): Promise<readonly NavigationBucket[]> {
  const fair = await fairNavigations(query, scope)
  const bind = query.bindings()
  const length = bucketCount(scope, bucketMs)
  const first = Math.floor(scope.range.from / bucketMs)
  const rows = await query(
    `with ${observed(scope, superseded, bind, fair)}
     select ${bind.dialect.quotient('received_at', bind.integer(bucketMs))} as bucket, ${figures(fair, bind.dialect)}
     from observed group by bucket`,
    bind,
  )
  const buckets: NavigationBucket[] = Array.from({ length }, () => EMPTY)
  for (const row of rows) buckets[Number(row['bucket']) - first] = toBucket(row)
  return buckets
}

export const navigationReads = {
  routePairs: readRoutePairs,
  navigationTotals: readTotals,
  navigationSeries: readSeries,
}

const PREFETCH_UNUSED = "kind = 'prefetch' and prefetch = 'unused'"
const COSTLIEST_FIRST = 'waited desc, navigations_total desc, prefetch_unused desc, from_name, to_name'
const ORDERED_BY = `${WAITED}, ${estimated('navigations', NAVIGATIONS)}, ${weighed('prefetch_unused', PREFETCH_UNUSED)}`

const EMPTY: NavigationBucket = { navigations: 0, waitP75: undefined, failed: 0, failedAfterDeploy: 0 }

function toBucket(row: Row): NavigationBucket {
  const { navigations, waitP75, failed, failedAfterDeploy } = figuresOf(row)
  return { navigations: navigations.total, waitP75, failed, failedAfterDeploy }
}

const REPORTED = {
  started: 'started',
  used: 'used',
  unused: 'unused',
  failed: 'failed',
  unusedBytes: 'unused_bytes',
} as const satisfies Record<Exclude<keyof PrefetchReport, 'kind'>, string>

const summed = (column: string): string => `coalesce(sum(weight * ${column}), 0) as all_${column}`

const figures = (fair: FairRows, { quantile }: Dialect): string =>
  [
    estimated('navigations', NAVIGATIONS),
    ...SERVED.map((served) => weighed(`served_${served}`, `served = '${served}'`)),
    `${quantile(fair.of('wait_ms'), 0.75)} as wait_p75`,
    WAITED,
    weighed('prefetch_used', "kind = 'navigation' and prefetch = 'used'"),
    weighed('prefetch_late', "kind = 'navigation' and prefetch in ('insufficient', 'pending')"),
    weighed('failed_navigations', 'has_failed'),
    weighed('failed_after_deploy', 'has_failed and superseded_at <= received_at'),
  ].join(', ')

function observed(
  scope: NavigationScope,
  superseded: readonly SupersededRelease[],
  bind: Bindings,
  fair: FairRows,
  further = "kind <> 'report'",
): string {
  return `${supersededTable(superseded, bind)},
    ${fair.name('observed')} as (
      select navigations.*, superseded_at, ${WEIGHT}, failure is not null and not is_follow_up as has_failed
      from ${renamed('navigations', scope.renames, bind)} as navigations left join ${BESIDE_SUPERSEDED}
      where ${scopeOf(scope, bind)} and ${further}
    )${fair.mark('observed', 'coalesce(to_route, to_path)')}`
}

async function fairNavigations(query: Query, scope: NavigationScope): Promise<FairRows> {
  const bind = query.bindings()
  return (await fairRowsOf(query, `navigations where ${scopeOf(scope, bind)}`, bind)).fair
}

/**
 * The browser says the page that was left by its path alone. Visits of the same path say its pattern, which SDKs know
 * and the registry of routes may not.
 */
function namesFromVisits(scope: NavigationScope, bind: Bindings): string {
  return `unnamed as (
      select from_path as path from observed where from_route is null and from_path is not null
      union distinct select to_path from observed where to_route is null and to_path is not null
    ),
    names as (
      select path, ${bind.dialect.greatest('route', 'received_at')} as route from ${renamed('visits', scope.renames, bind)} as visits
      where ${scopeOf(scope, bind)} and op in ('pageload', 'navigation') and route is not null
        and path in (select path from unnamed)
      group by path
    )`
}

function toPair(row: Row): RoutePair {
  const counts = <T extends string>(prefix: string, names: readonly T[]) =>
    Object.fromEntries(names.map((name) => [name, Number(row[`${prefix}_${name}`])])) as Record<T, number>
  return {
    from: endOf(row, 'from'),
    to: endOf(row, 'to')!,
    ...figuresOf(row),
    prefetchUnused: Number(row['prefetch_unused']),
    prefetchFailed: Number(row['prefetch_failed']),
    cacheStates: counts('state', CACHE_STATES),
    failures: counts('failure', NAVIGATION_FAILURES),
    slowest:
      row['slowest_trace'] === null
        ? undefined
        : { traceId: toTraceId(row['slowest_trace']), spanId: toHex(row['slowest_span'])! },
  }
}

function endOf(row: Row, end: 'from' | 'to'): PairEnd | undefined {
  const key = row[`${end}_name`] as string | null
  return key === null ? undefined : { key, isPattern: Boolean(row[`${end}_is_pattern`]) }
}

function figuresOf(row: Row): NavigationFigures {
  return {
    navigations: estimateOf(row, 'navigations'),
    served: Object.fromEntries(
      SERVED.map((served) => [served, Number(row[`served_${served}`])]),
    ) as NavigationFigures['served'],
    waitP75: row['wait_p75'] === null ? undefined : Number(row['wait_p75']),
    waitedMs: Number(row['waited']),
    prefetchUsed: Number(row['prefetch_used']),
    prefetchLate: Number(row['prefetch_late']),
    failed: Number(row['failed_navigations']),
    failedAfterDeploy: Number(row['failed_after_deploy']),
  }
}
