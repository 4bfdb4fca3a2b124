/** How the page of a navigation came. `full_load`: the navigation ended in a load of the whole page. */
export const SERVED = ['cache', 'partial', 'network', 'full_load', 'unknown'] as const
export type Served = (typeof SERVED)[number]

/** What a prefetch did for a navigation. `insufficient`: it was there, and the page waited all the same. */
export const PREFETCH_USES = ['used', 'insufficient', 'pending', 'failed', 'none'] as const
export type PrefetchUse = (typeof PREFETCH_USES)[number]

/** The state of the cache entry, in frameworks that have such states. */
export const CACHE_STATES = ['fresh', 'reusable', 'stale', 'expired'] as const
export type CacheState = (typeof CACHE_STATES)[number]

export const NAVIGATION_FAILURES = [
  'data_failed',
  'code_failed',
  'version_skew',
  'timeout',
  'unknown',
] as const
export type NavigationFailure = (typeof NAVIGATION_FAILURES)[number]

export const PREFETCH_OUTCOMES = ['unused', 'failed'] as const
export type PrefetchOutcome = (typeof PREFETCH_OUTCOMES)[number]

/** A page, by its pattern where somebody knows it. */
export interface Place {
  readonly route: string | undefined
  readonly path: string
  /** What the SDK called it, by which it can be named again. */
  readonly sentRoute?: string | undefined
}

export interface ObservedNavigation {
  readonly kind: 'navigation'
  readonly from: Place | undefined
  readonly to: Place
  /** Undefined: it did not get that far. */
  readonly served: Served | undefined
  readonly waitMs: number | undefined
  readonly prefetch: PrefetchUse | undefined
  readonly cacheState: CacheState | undefined
  readonly failure: NavigationFailure | undefined
  /** The page load that followed a navigation whose failure was reported on its own: it counts once. */
  readonly isFollowUp: boolean
  /** Of the page that the user was on, where another one sent it. */
  readonly releaseBefore: string | undefined
}

/** A page that was fetched ahead and helped nobody. */
export interface WastedPrefetch {
  readonly kind: 'prefetch'
  readonly from: Place | undefined
  readonly to: Place
  readonly outcome: PrefetchOutcome
}

/** What became of all prefetches of a page view. */
export interface PrefetchReport {
  readonly kind: 'report'
  readonly started: number
  readonly used: number
  readonly unused: number
  readonly failed: number
  readonly unusedBytes: number
}

/** What a span says about navigations, as `@hindcast/browser` sends it. */
export type NavigationFacts = ObservedNavigation | WastedPrefetch | PrefetchReport
