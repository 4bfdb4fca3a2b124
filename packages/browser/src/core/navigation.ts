import type { Attributes } from './attributes.ts'
import { type Prefetch, useOf } from './prefetches.ts'
import { cacheState, howServed, isWait, type Wait } from './served.ts'

/** What told that the navigation began. `commit`: nothing but the change of the address, so it may have begun before. */
export type Trigger = 'click' | 'back' | 'router' | 'commit'

export interface PageRequest extends Wait {
  readonly url: string
  /** The page that the router wanted it for. Empty for requests and code of the application. */
  readonly page: string
  /** What the browser measured, once it has ended. */
  timing?: Wait
  /** For later, and not for a navigation. */
  readonly prefetch?: Prefetch | undefined
}

export interface Navigation {
  readonly from: string
  to: string
  readonly start: number
  trigger: Trigger
  /** The address changed. */
  commit?: number
  /** The router said that the page is there. */
  content?: number
  failure?: string
}

export const isCode = (url: string): boolean => /\.m?js(\?|$)/.test(url)

/** Whether a request is for the page of the navigation. */
export function isFor({ start, to }: Navigation, { page, startTime, prefetch }: PageRequest): boolean {
  return !prefetch && startTime >= start - 1 && (page === '*' || page === to)
}

/**
 * Everything that is known of a navigation; sent as attributes of its span. `nextMajor` is 0 for every other router: Next.js
 * marks its requests, so that nothing has to be guessed.
 */
export function factsOf(
  navigation: Navigation,
  requests: readonly PageRequest[],
  prefetch: Prefetch | undefined,
  nextMajor: number,
): Attributes {
  const { from, to, start, trigger, commit, failure } = navigation
  const content = navigation.content ?? commit
  const facts: Attributes = { from, to, trigger, failure }
  if (!content) return facts
  const use = useOf(prefetch, start)
  const guessed = !navigation.content
  const waits = (isMine: (request: PageRequest) => boolean): Wait[] =>
    requests.filter(isMine).map((request) => request.timing ?? request)
  const isOwn = (wait: Wait) => isWait(wait, start)
  const data = waits((request) => isFor(navigation, request)).filter(isOwn)
  const code = waits(({ page, url, startTime }) => !page && isCode(url) && startTime <= content).filter(isOwn)
  const own = [...data, ...code]
  // Opened before its prefetch had ended: the page waited for what was left of it. Back has it from elsewhere.
  if (use === 'pending' && trigger !== 'back') own.push({ startTime: start })
  const others = nextMajor ? [] : waits(({ page }) => !page)
  let served = howServed(start, content, guessed, use === 'done', own, others)
  // Nobody saw what came before the change of the address.
  if (served === 'cache' && trigger === 'commit' && !nextMajor) served = 'unknown'
  const ends = served === 'cache' ? [] : data.map((wait) => wait.responseEnd ?? 0)
  const age = use === 'done' ? start - prefetch!.end : undefined
  const usedAt = prefetch?.usedAt
  return {
    ...facts,
    served,
    commit_ms: commit && commit - start,
    wait_ms: served === 'unknown' || trigger === 'commit' ? undefined : Math.max(content, ...ends) - start,
    data_requests: data.length,
    code_requests: code.length,
    prefetch: use !== 'done' ? use : served === 'network' ? 'insufficient' : 'used',
    prefetch_age_ms: age,
    prefetch_queue_ms: prefetch?.queued,
    cache_state: age && cacheState(nextMajor, age, usedAt && start - usedAt, served),
  }
}
