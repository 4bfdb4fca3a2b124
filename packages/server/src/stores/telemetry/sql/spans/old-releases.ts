import type {
  NavigationScope,
  NavigationTelemetry,
  OldReleaseVisits,
  ReleaseArrival,
} from '#stores/telemetry/navigations.ts'
import type { Estimate } from '#stores/telemetry/routes.ts'
import type { Query } from '#stores/telemetry/sql/dialect.ts'
import { WEIGHT, estimated, estimateOf, weighed } from './estimates.ts'
import { BESIDE_SUPERSEDED, scopeOf, supersededTable } from './navigation-scope.ts'

const IS_VISIT = "op in ('pageload', 'navigation')"

async function readArrivals(
  query: Query,
  projectId: string,
  { before, limit }: Parameters<NavigationTelemetry['releaseArrivals']>[1],
): Promise<readonly ReleaseArrival[]> {
  const bind = query.bindings()
  const where = scopeOf({ projectId, range: { from: 0, to: before } }, bind)
  const rows = await query(
    `select release, environment, min(received_at) as first_at from visits
     where ${where} and ${IS_VISIT} and release is not null
     group by release, environment order by first_at desc, release limit ${bind.integer(limit)}`,
    bind,
  )
  return rows.map((row) => ({
    release: row['release'] as string,
    environment: (row['environment'] ?? undefined) as string | undefined,
    at: Number(row['first_at']),
  }))
}

async function readOldReleases(
  query: Query,
  scope: NavigationScope,
  { superseded, limit }: Parameters<NavigationTelemetry['oldReleaseVisits']>[1],
): Promise<readonly OldReleaseVisits[]> {
  const bind = query.bindings()
  const rows = await query(
    `with ${supersededTable(superseded, bind)},
     late as (
       select release, user_key, received_at, received_at - superseded_at as behind, ${WEIGHT}
       from visits join ${BESIDE_SUPERSEDED}
       where ${scopeOf(scope, bind)} and ${IS_VISIT} and received_at >= superseded_at
     ),
     failures as (
       select release, ${WEIGHT} from navigations join ${BESIDE_SUPERSEDED}
       where ${scopeOf(scope, bind)} and failure is not null and not is_follow_up and received_at >= superseded_at
     ),
     failed as (select release, ${weighed('failed', 'true')} from failures group by release),
     visited as (
       select release, count(distinct user_key) as users, ${estimated('visits', 'true')},
         ${bind.dialect.quantile('behind', 0.75)} as behind_p75, max(behind) as behind_most, max(received_at) as last_visit
       from late group by release
     )
     select visited.*, coalesce(failed, 0) as failed from visited left join failed using (release)
     order by users desc, visits_total desc, release limit ${bind.integer(limit)}`,
    bind,
  )
  return rows.map((row) => ({
    release: row['release'] as string,
    users: Number(row['users']),
    visits: estimateOf(row, 'visits'),
    failed: Number(row['failed']),
    behindP75: Number(row['behind_p75']),
    behindMost: Number(row['behind_most']),
    lastVisit: Number(row['last_visit']),
  }))
}

async function readVisitCount(query: Query, scope: NavigationScope): Promise<Estimate> {
  const bind = query.bindings()
  const [row] = await query(
    `with weighed as (select ${WEIGHT} from visits where ${scopeOf(scope, bind)} and ${IS_VISIT})
     select ${estimated('visits', 'true')} from weighed`,
    bind,
  )
  return estimateOf(row!, 'visits')
}

export const oldReleaseReads = {
  releaseArrivals: readArrivals,
  oldReleaseVisits: readOldReleases,
  visitCount: readVisitCount,
}
