import type { Attributes } from './core/attributes.ts'
import { fallbackOf, type Note } from './core/fallback.ts'
import { endPrefetch, reportPrefetches, startPrefetch } from './core/prefetches.ts'
import { guard, listen, now } from './hooks/guard.ts'
import { watchClicks, watchCodeFailures, watchHistory } from './hooks/page.ts'
import type { ConnectRouter } from './hooks/routers.ts'
import { labelRequest, watchRequests } from './requests.ts'
import { type Client, epoch, openSpan, operationOf, type Sdk, type Span, useSdk } from './sdk.ts'
import {
  addressChanged,
  began,
  clicked,
  ended,
  fail,
  path,
  prefetches,
  spanStarted,
  startTracking,
  unfinished,
} from './tracker.ts'

export { reactRouter, tanstackRouter } from './hooks/routers.ts'
export type { Client, ConnectRouter, Sdk, Span }

export interface NavigationsOptions extends Sdk {
  /** `tanstackRouter(router)` or `reactRouter(router)`. Next.js needs none. */
  router?: ConnectRouter
}

export interface NavigationsIntegration {
  name: string
  setup(client: Client): void
}

const NOTE = 'hindcast.navigation'
let isRunning = false

/** An integration for the `integrations` of a Sentry SDK for browsers. */
export function navigationsIntegration(options: NavigationsOptions): NavigationsIntegration {
  return {
    name: 'Navigations',
    setup: guard((client: Client) => {
      // Hooks are set once, however often the SDK is started.
      if (!isRunning) observe(client, options)
      isRunning = true
    }),
  }
}

function observe(client: Client, options: NavigationsOptions): void {
  const { tunnel, release } = client.getOptions()
  useSdk(options)
  const catchUp = watchRequests((url) => url.includes('sentry_key=') || (tunnel && url.endsWith(tunnel)))
  startTracking(!!options.router, catchUp)
  const arrived = arrive(release)
  client.on(
    'spanStart',
    guard((span) => {
      const op = operationOf(span)
      if (op === 'http.client') labelRequest(span)
      if (op === 'navigation') spanStarted(span)
      if (op === 'pageload') arrived(span)
    }),
  )
  watchHistory(addressChanged)
  watchClicks(clicked)
  watchCodeFailures(() => fail('code_failed'))
  options.router?.({ began, ended, preloading })
  const report = (): void => {
    const { totals, wasted = [] } = reportPrefetches(prefetches) ?? {}
    if (!totals) return
    const parent = openSpan('navigation.prefetches', 0, totals)
    for (const [start, end, attributes] of wasted)
      openSpan('navigation.prefetch', start, attributes, undefined, parent).end(epoch(end))
    parent.end()
    void client.flush()
  }
  listen('visibilitychange', () => document.hidden && report())
  listen('pagehide', () => {
    report()
    const lost = unfinished()
    const note = lost && { ...lost, waited: now() - lost.start, at: Date.now(), release }
    if (note) sessionStorage.setItem(NOTE, JSON.stringify(note))
  })
}

function preloading(to: string): (hasFailed: boolean) => void {
  const prefetch = startPrefetch(prefetches, to, path, now())
  return (hasFailed) => endPrefetch(prefetch, hasFailed, now())
}

/** A page that was loaded as a whole because a navigation to it failed says so on its own span. */
function arrive(release: string | undefined): (pageload?: Span) => void {
  let attributes: Attributes | undefined
  guard(() => {
    attributes = fallbackOf(JSON.parse(sessionStorage.getItem(NOTE)!) as Note, path, Date.now(), release)
    sessionStorage.removeItem(NOTE)
  })()
  const tell = (pageload?: Span): void => {
    if (!attributes) return
    if (pageload) pageload.setAttributes(attributes)
    else openSpan('navigation', 0, attributes).end()
    attributes = undefined
  }
  setTimeout(guard(tell))
  return tell
}
