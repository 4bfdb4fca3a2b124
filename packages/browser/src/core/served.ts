/** Where the content of a navigation came from. `unknown`: nothing that can be observed tells. */
export type Served = 'cache' | 'partial' | 'network' | 'unknown'

/** A request that a navigation may have waited for, with the names and the clock of the browser's own measurements. */
export interface Wait {
  readonly startTime: number
  /** Neither is there while it runs. */
  readonly responseStart?: number
  readonly responseEnd?: number
  readonly transferSize?: number
  readonly encodedBodySize?: number
}

/** What began this long before the navigation may be a prefetch for it that nobody told of. */
const LEAD_MS = 1000

/** A page is shown when enough of it has arrived: the end of its answer may come this much later. */
const TAIL_MS = 100

/** Began with the navigation or after it, and was not answered by the browser's own cache. */
export function isWait(wait: Wait, start: number): boolean {
  return wait.startTime >= start - 1 && !(wait.transferSize === 0 && wait.encodedBodySize)
}

/**
 * `own` are requests for the page itself. `others` may be for anything: they count when they ended before the content, and
 * where the content is `guessed` those that ran on leave it open.
 */
export function howServed(
  start: number,
  content: number,
  guessed: boolean,
  isPrefetched: boolean,
  own: readonly Wait[],
  others: readonly Wait[],
): Served {
  const hasEnded = (wait: Wait) => wait.responseEnd! <= content
  const isShown = (wait: Wait) => wait.responseStart! <= content && wait.responseEnd! - TAIL_MS <= content
  if (own.length) return isPrefetched && !own.some(isShown) ? 'partial' : 'network'
  if (others.some((wait) => isWait(wait, start) && hasEnded(wait))) return 'network'
  const isOpen = (wait: Wait) => isWait(wait, start - LEAD_MS) && !(wait.responseEnd! <= start)
  return guessed && others.some(isOpen) ? 'unknown' : 'cache'
}

/** States of an entry of the client cache of Next.js 14 and 15. Later versions have none. */
export type CacheState = 'fresh' | 'reusable' | 'stale' | 'expired'

/** After so long a page that was fetched whole is not used any more. */
const STATIC_MS = 300_000
/** For so long everything is used, which Next.js 15 gave up. */
const dynamicMs = (nextMajor: number): number => (nextMajor === 14 ? 30_000 : 0)

/**
 * The rule of the framework's own cache, with its default lifetimes, applied to ages that were observed from outside.
 * Between the two lifetimes a whole page is reused and a first part is not, which only `served` tells.
 */
export function cacheState(
  nextMajor: number,
  fetchedMs: number,
  usedMs: number | undefined,
  served: Served,
): CacheState | undefined {
  if (nextMajor !== 14 && nextMajor !== 15) return undefined
  if ((usedMs ?? fetchedMs) < dynamicMs(nextMajor)) return usedMs === undefined ? 'fresh' : 'reusable'
  if (fetchedMs >= STATIC_MS) return 'expired'
  return served === 'cache' ? 'reusable' : 'stale'
}
