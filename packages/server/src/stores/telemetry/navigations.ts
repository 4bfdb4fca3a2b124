import type { Renames } from '#domain/routes/renames.ts'
import type { CacheState, NavigationFailure, Served } from '#domain/traces/navigation.ts'
import type { SupersededRelease } from '#domain/releases/superseded.ts'
import type { TimeRange } from '#domain/time-range.ts'

import type { Methods } from './methods.ts'
import type { Estimate } from './routes.ts'

export interface NavigationScope {
  readonly projectId: string
  /** By time of receipt. */
  readonly range: TimeRange
  readonly environment?: string
  /** As in `RouteScope`. */
  readonly renames?: Renames
}

/** A pattern, or a path whose pattern nobody knows. */
export interface PairEnd {
  readonly key: string
  readonly isPattern: boolean
}

/** What navigations were like. Numbers are extrapolated by sample rates. */
export interface NavigationFigures {
  readonly navigations: Estimate
  /** Of those that say it. */
  readonly served: Readonly<Record<Served, number>>
  /** Milliseconds; undefined where nobody measured it. */
  readonly waitP75: number | undefined
  /** Of all users together. */
  readonly waitedMs: number
  /** Navigations whose page had been prefetched and was used. */
  readonly prefetchUsed: number
  /** Navigations that waited although their page was being prefetched, or was prefetched in part. */
  readonly prefetchLate: number
  readonly failed: number
  /** Of those: on a page of a release that had been replaced. */
  readonly failedAfterDeploy: number
}

export interface RoutePair extends NavigationFigures {
  readonly from: PairEnd | undefined
  readonly to: PairEnd
  /** Prefetched, and not opened. */
  readonly prefetchUnused: number
  readonly prefetchFailed: number
  readonly cacheStates: Readonly<Record<CacheState, number>>
  readonly failures: Readonly<Record<NavigationFailure, number>>
  /** The navigation that took longest. */
  readonly slowest: { readonly traceId: string; readonly spanId: string } | undefined
}

export interface NavigationTotals extends NavigationFigures {
  /** All prefetches, from what page views report at their end. */
  readonly prefetches: {
    readonly started: number
    readonly used: number
    readonly unused: number
    readonly failed: number
    readonly unusedBytes: number
  }
}

/** Navigations of a step of time. */
export interface NavigationBucket extends Pick<
  NavigationFigures,
  'waitP75' | 'failed' | 'failedAfterDeploy'
> {
  readonly navigations: number
}

/** When a release was first visited in an environment. */
export interface ReleaseArrival {
  readonly release: string
  readonly environment: string | undefined
  readonly at: number
}

/** Visits to pages of a release after a newer one was there. */
export interface OldReleaseVisits {
  readonly release: string
  readonly users: number
  readonly visits: Estimate
  /** Navigations of theirs that failed; 0 where nobody reports them. */
  readonly failed: number
  /** How long the newer release had been there: milliseconds. */
  readonly behindP75: number
  readonly behindMost: number
  readonly lastVisit: number
}

export interface NavigationTelemetry {
  /** Those that kept users waiting longest first. */
  routePairs(
    scope: NavigationScope,
    options: { readonly superseded: readonly SupersededRelease[]; readonly limit: number },
  ): Promise<readonly RoutePair[]>
  navigationTotals(
    scope: NavigationScope,
    options: { readonly superseded: readonly SupersededRelease[] },
  ): Promise<NavigationTotals>
  /** Buckets as in `timeSeries`, by time of receipt. */
  navigationSeries(
    scope: NavigationScope,
    options: { readonly superseded: readonly SupersededRelease[]; readonly bucketMs: number },
  ): Promise<readonly NavigationBucket[]>
  /** Of everything that is stored and was received before the moment; the latest first. */
  releaseArrivals(
    projectId: string,
    options: { readonly before: number; readonly limit: number },
  ): Promise<readonly ReleaseArrival[]>
  /** Those with most users first. */
  oldReleaseVisits(
    scope: NavigationScope,
    options: { readonly superseded: readonly SupersededRelease[]; readonly limit: number },
  ): Promise<readonly OldReleaseVisits[]>
  /** All page loads and navigations, of whichever release. */
  visitCount(scope: NavigationScope): Promise<Estimate>
}

export const NAVIGATION_METHODS = {
  routePairs: 'read',
  navigationTotals: 'read',
  navigationSeries: 'read',
  releaseArrivals: 'read',
  oldReleaseVisits: 'read',
  visitCount: 'read',
} as const satisfies Methods<NavigationTelemetry>
