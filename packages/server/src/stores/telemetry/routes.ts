import type { VitalName } from '#domain/traces/vital-rating.ts'
import type { TimeRange } from '#domain/time-range.ts'
import type { Renames, KeyedName } from '#domain/routes/renames.ts'

import type { Methods } from './methods.ts'

export interface RouteScope {
  readonly projectId: string
  /** By time of receipt. */
  readonly range: TimeRange
  /** A pattern, or the path of visits whose pattern nobody knows. */
  readonly route?: string
  readonly release?: string
  readonly environment?: string
  /** Routes have these names, in what is asked for and in the answer. */
  readonly renames?: Renames
}

/** What visits are told apart by. */
export type RouteDimension = 'route' | 'release' | 'browser' | 'os' | 'device' | 'environment'

/** A number that was counted in a sample. */
export interface Estimate {
  /** Counted. */
  readonly sampled: number
  /** What that stands for, each counted as often as its sample rate says. */
  readonly total: number
  /** Half the width of the interval that holds the real number in 95 of 100 cases; 0 where nothing was sampled. */
  readonly margin: number
}

export interface VitalStats {
  readonly samples: number
  readonly p75: number
  readonly good: number
  readonly poor: number
}

export interface RouteStats {
  readonly key: string
  /** Of a route: whether it is a pattern; a path otherwise. */
  readonly isPattern: boolean
  readonly pageloads: Estimate
  readonly navigations: Estimate
  /** Answered by a server. */
  readonly requests: Estimate
  readonly users: number
  /** Visits and requests that ended with an error. */
  readonly failed: Estimate
  readonly vitals: Readonly<Partial<Record<VitalName, VitalStats>>>
  /** Milliseconds; undefined where there was none. */
  readonly navigationP75: number | undefined
  readonly serverP95: number | undefined
  /** How long all users together waited beyond what is rated good, extrapolated. */
  readonly lostMs: number
}

/** A percentile says little without how many it was taken from. */
export type MeasuredVital = Pick<VitalStats, 'samples' | 'p75'>

/** What a route is compared with. */
export interface EarlierVisits extends Pick<RouteStats, 'pageloads' | 'navigations' | 'requests' | 'lostMs'> {
  readonly vitals: Readonly<Partial<Record<VitalName, MeasuredVital>>>
}

export interface ComparedRoute {
  readonly stats: RouteStats
  /** Undefined where nobody came. */
  readonly before: EarlierVisits | undefined
  /** Of the visits of each release, in the order asked for. */
  readonly releases: ReadonlyArray<RouteStats['vitals']>
}

export interface VisitedFrom {
  readonly releases: readonly string[]
  readonly environments: readonly string[]
}

export interface RouteBucket {
  readonly visits: number
  readonly requests: number
  readonly failed: number
  readonly vitals: Readonly<Partial<Record<VitalName, MeasuredVital>>>
  readonly navigationP75: number | undefined
  readonly serverP95: number | undefined
}

export interface RouteDetails {
  /** By each dimension, in the order asked for, what costs users most first. */
  readonly breakdowns: ReadonlyArray<readonly RouteStats[]>
  /** Undefined where nobody came. */
  readonly before: RouteStats | undefined
  /** By time of receipt. */
  readonly series: readonly RouteBucket[]
}

/** The span that says how a visit was rated. */
export interface VitalSample {
  readonly traceId: string
  readonly spanId: string
  readonly op: string
  readonly name: string
  readonly value: number
  /** Of the span, as in `SpanOutline`. */
  readonly startedAt: number
  readonly duration: number
  /** Of the page load it belongs to; undefined where that is not stored. */
  readonly pageStartedAt: number | undefined
  readonly ttfb: number | undefined
}

/** What the visits of routes were like. */
export interface RouteTelemetry {
  /** By the dimension, those that cost their users most first. */
  routeStats(
    scope: RouteScope,
    options: { readonly by: RouteDimension; readonly limit: number },
  ): Promise<readonly RouteStats[]>
  /** The same by route, each beside its visits of another range and of some releases within this one. */
  comparedRoutes(
    scope: RouteScope,
    options: { readonly before: TimeRange; readonly releases: readonly string[]; readonly limit: number },
  ): Promise<readonly ComparedRoute[]>
  /** Of one route: by several dimensions, over time in buckets as in `timeSeries`, and in another range. */
  routeDetails(
    scope: RouteScope & { readonly route: string },
    options: {
      readonly by: readonly RouteDimension[]
      /** Of each dimension. */
      readonly limit: number
      readonly before: TimeRange
      readonly bucketMs: number
    },
  ): Promise<RouteDetails>
  /** Where anything in this scope came from, in no order. */
  visitedFrom(scope: Omit<RouteScope, 'route' | 'renames'>): Promise<VisitedFrom>
  /**
   * What visits, navigations and events of the project were named by, the most frequent first. Rows of `releases` are told
   * apart from those of others.
   */
  storedNames(
    scope: Pick<RouteScope, 'projectId' | 'range'>,
    options: {
      readonly releases: readonly string[]
      readonly limit: number
      /** Only what lists called so: the route, or the address of what had none. */
      readonly called?: string
    },
  ): Promise<readonly KeyedName[]>
  /** The latest of the slowest quarter of the visits that have the vital. */
  vitalSamples(
    scope: RouteScope,
    options: { readonly vital: VitalName; readonly limit: number },
  ): Promise<readonly VitalSample[]>
}

export const ROUTE_METHODS = {
  routeStats: 'read',
  comparedRoutes: 'read',
  routeDetails: 'read',
  visitedFrom: 'read',
  storedNames: 'read',
  vitalSamples: 'read',
} as const satisfies Methods<RouteTelemetry>
