import { type Attributes, named } from './attributes.ts'

/** `used`: the page was opened. Whether that helped is said by its navigation. */
export type Outcome = 'unused' | 'used' | 'failed'

/** What was fetched ahead for one page, and what became of it. */
export interface Prefetch {
  readonly page: string
  /** The page on which it was started. */
  readonly from: string
  readonly start: number
  /** Since the first of the prefetches began among which it had to wait for its turn. */
  readonly queued: number
  end: number
  /** Requests that run. */
  open: number
  bytes: number
  status?: number | undefined
  outcome: Outcome
  /** First navigation that used it. */
  usedAt?: number
  reported?: boolean
}

export type PrefetchStore = Map<string, Prefetch>

/** A page with thousands of links must not fill the memory; what is beyond is not recorded. */
const MOST = 200
/** Pages that are named one by one; the totals have them all. */
const MOST_NAMED = 20

export function startPrefetch(store: PrefetchStore, page: string, from: string, start: number): Prefetch {
  let prefetch = store.get(page)
  if (!prefetch || prefetch.reported) {
    const ahead = [...store.values()].find((one) => one.open)
    const queued = ahead ? start - ahead.start + ahead.queued : 0
    prefetch = { page, from, start, queued, end: start, open: 0, bytes: 0, outcome: 'unused' }
    if (store.size < MOST) store.set(page, prefetch)
  }
  prefetch.open += 1
  return prefetch
}

export function endPrefetch(prefetch: Prefetch, failed: boolean, end: number, status?: number): void {
  prefetch.open -= 1
  prefetch.end = end
  prefetch.status = status
  if (failed) prefetch.outcome = 'failed'
}

/** How far it was at that time. */
export function useOf(prefetch: Prefetch | undefined, at: number): 'none' | 'pending' | 'failed' | 'done' {
  if (!prefetch || prefetch.start > at) return 'none'
  if (prefetch.outcome === 'failed') return 'failed'
  return prefetch.open || prefetch.end > at ? 'pending' : 'done'
}

export interface Report {
  readonly totals: Attributes
  /** Those that helped nobody, each with its times and attributes. */
  readonly wasted: ReadonlyArray<readonly [start: number, end: number, attributes: Attributes]>
}

/** What was fetched ahead and not told before. Undefined when there is nothing to tell. */
export function reportPrefetches(store: PrefetchStore): Report | undefined {
  const told = [...store.values()].filter((prefetch) => !prefetch.reported && !prefetch.open)
  const totals = { started: told.length, used: 0, unused: 0, failed: 0, unused_bytes: 0 }
  const wasted: Array<[number, number, Attributes]> = []
  for (const prefetch of told) {
    const { page, from, outcome, status, bytes, queued } = prefetch
    prefetch.reported = true
    totals[outcome] += 1
    if (outcome === 'used') continue
    totals.unused_bytes += bytes
    const facts = { outcome, from, to: page, bytes, status, queue_ms: queued }
    wasted.push([prefetch.start, prefetch.end, named('prefetch', facts)])
  }
  return told.length ? { totals: named('prefetch', totals), wasted: wasted.slice(0, MOST_NAMED) } : undefined
}
