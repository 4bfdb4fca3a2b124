import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import { orderReleases } from '#domain/releases/release-order.ts'
import { supersededReleases, type SupersededRelease } from '#domain/releases/superseded.ts'
import { bucketOf, type TimeRange } from '#domain/time-range.ts'
import type { RouteRenames } from '#product/routes/query/route-renames.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type {
  NavigationBucket,
  NavigationScope,
  NavigationTelemetry,
  NavigationTotals,
  OldReleaseVisits,
  RoutePair,
} from '#stores/telemetry/navigations.ts'
import type { Estimate } from '#stores/telemetry/routes.ts'

export type { NavigationBucket, NavigationTotals, OldReleaseVisits, RoutePair }

export interface NavigationFilter {
  readonly range: TimeRange
  readonly environment?: string | undefined
}

export interface NavigationOverview {
  readonly totals: NavigationTotals
  readonly pairs: readonly RoutePair[]
  readonly series: readonly NavigationBucket[]
  readonly bucketMs: number
  /** There were more names than could be given anew. */
  readonly renamedInPart: boolean
}

export interface OldRelease extends OldReleaseVisits {
  /** When the first newer release came, in whichever environment that was first. */
  readonly supersededAt: number
}

export interface OldReleases {
  /** The latest release that was visited. */
  readonly current: string | undefined
  /** Of every release. */
  readonly visits: Estimate
  readonly releases: readonly OldRelease[]
}

export interface NavigationQueries {
  overview(project: Project, filter: NavigationFilter): Promise<NavigationOverview>
  /** Who is still on a page of a release that was replaced. */
  oldReleases(project: Project, filter: NavigationFilter): Promise<OldReleases>
}

interface Deps {
  readonly telemetry: NavigationTelemetry
  readonly records: Pick<RecordStore, 'releaseHealth'>
  readonly renames: Pick<RouteRenames, 'of'>
}

export function createNavigationQueries(deps: Deps): NavigationQueries {
  return {
    async overview(project, filter) {
      const scope = scopeOf(project, filter)
      const { superseded } = await readReleases(deps, scope)
      const bucketMs = bucketOf(filter.range)
      const [totals, pairs, series, renamed] = await Promise.all([
        deps.telemetry.navigationTotals(scope, { superseded }),
        deps.telemetry.routePairs(scope, { superseded, limit: LIMITS.navigations.pairs }),
        deps.telemetry.navigationSeries(scope, { superseded, bucketMs }),
        deps.renames.of(project.id, filter.range),
      ])
      return { totals, pairs, series, bucketMs, renamedInPart: renamed?.isCut ?? false }
    },
    async oldReleases(project, filter) {
      const scope = scopeOf(project, filter)
      const { superseded, current } = await readReleases(deps, scope)
      const [visits, releases] = await Promise.all([
        deps.telemetry.visitCount(scope),
        deps.telemetry.oldReleaseVisits(scope, { superseded, limit: LIMITS.navigations.releases }),
      ])
      return { current, visits, releases: releases.map((one) => withEnd(one, superseded)) }
    },
  }
}

function withEnd(visits: OldReleaseVisits, superseded: readonly SupersededRelease[]): OldRelease {
  const ends = superseded.filter(({ release }) => release === visits.release).map(({ at }) => at)
  return { ...visits, supersededAt: Math.min(...ends) }
}

const scopeOf = ({ id }: Project, { range, environment }: NavigationFilter): NavigationScope => ({
  projectId: id,
  range,
  ...(environment !== undefined && { environment }),
})

interface KnownReleases {
  readonly superseded: readonly SupersededRelease[]
  readonly current: string | undefined
}

async function readReleases(
  { telemetry, records }: Deps,
  { projectId, range, environment }: NavigationScope,
): Promise<KnownReleases> {
  const [heard, everywhere] = await Promise.all([
    records.releaseHealth.heard(projectId, LIMITS.navigations.releases),
    telemetry.releaseArrivals(projectId, { before: range.to, limit: LIMITS.navigations.arrivals }),
  ])
  const arrivals =
    environment === undefined ? everywhere : everywhere.filter((one) => one.environment === environment)
  const visited = new Set(arrivals.map(({ release }) => release))
  const ordered = orderReleases(heard.filter(({ version }) => visited.has(version)))
  return { superseded: supersededReleases(heard, arrivals), current: ordered.at(-1)?.version }
}
