import { shorten } from '#event/shorten.ts'
import { readRelease } from '#event/release.ts'
import type { JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { nameRoute } from '#domain/routes/name-route.ts'
import type { RouteHint } from '#domain/routes/name-route.ts'
import type { RouteRegistry } from '#domain/routes/registry.ts'
import { sentName } from '#domain/routes/sent-route.ts'
import {
  CACHE_STATES,
  NAVIGATION_FAILURES,
  PREFETCH_OUTCOMES,
  PREFETCH_USES,
  SERVED,
  type NavigationFacts,
  type Place,
} from '#domain/traces/navigation.ts'
import { withoutQuery } from '#domain/trim-end.ts'
import { attributeText } from './sent-span.ts'

const NAVIGATION = 'hindcast.navigation.'
const PREFETCH = 'hindcast.prefetch.'

/**
 * Reads what `@hindcast/browser` adds to spans, from attributes without secrets. The name is that of the segment.
 * Undefined: nothing about navigations.
 */
export function navigationOf(
  attributes: JsonObject,
  name: string | undefined,
  registry: RouteRegistry,
): NavigationFacts | undefined {
  if (attributes[`${NAVIGATION}to`] !== undefined) return readNavigation(attributes, name, registry)
  if (attributes[`${PREFETCH}to`] !== undefined) return readPrefetch(attributes, registry)
  return attributes[`${PREFETCH}started`] === undefined ? undefined : readReport(attributes)
}

function readNavigation(
  attributes: JsonObject,
  name: string | undefined,
  registry: RouteRegistry,
): NavigationFacts | undefined {
  const said = (key: string) => attributeText(attributes, NAVIGATION + key)
  const nameSource = attributeText(attributes, 'sentry.segment.name.source')
  const to = placeOf(said('to'), registry, { name, nameSource })
  const served = oneOf(SERVED, said('served'))
  const reported = oneOf(NAVIGATION_FAILURES, said('failure'))
  const fallback = oneOf(NAVIGATION_FAILURES, said('fallback'))
  const failure = reported ?? (served === 'full_load' ? (fallback ?? 'unknown') : undefined)
  // One that ended before anything was known of it says nothing: the user left, or the page load that follows tells.
  if (to === undefined || (served === undefined && failure === undefined)) return undefined
  return {
    kind: 'navigation',
    from: placeOf(said('from'), registry),
    to,
    served,
    waitMs: waitOf(attributes[`${NAVIGATION}wait_ms`]),
    prefetch: oneOf(PREFETCH_USES, said('prefetch')),
    cacheState: oneOf(CACHE_STATES, said('cache_state')),
    failure,
    isFollowUp: served === 'full_load' && (failure === 'data_failed' || failure === 'code_failed'),
    releaseBefore: readRelease(said('release_before')),
  }
}

function readPrefetch(attributes: JsonObject, registry: RouteRegistry): NavigationFacts | undefined {
  const said = (name: string) => attributeText(attributes, PREFETCH + name)
  const to = placeOf(said('to'), registry)
  const outcome = oneOf(PREFETCH_OUTCOMES, said('outcome'))
  if (to === undefined || outcome === undefined) return undefined
  return { kind: 'prefetch', from: placeOf(said('from'), registry), to, outcome }
}

function readReport(attributes: JsonObject): NavigationFacts {
  const count = (name: string, most: number = LIMITS.navigations.prefetches) => {
    const value = attributes[PREFETCH + name]
    return typeof value === 'number' && value > 0 ? Math.min(Math.round(value), most) : 0
  }
  return {
    kind: 'report',
    started: count('started'),
    used: count('used'),
    unused: count('unused'),
    failed: count('failed'),
    unusedBytes: count('unused_bytes', LIMITS.navigations.prefetchBytes),
  }
}

function placeOf(said: string | undefined, registry: RouteRegistry, hint: RouteHint = {}): Place | undefined {
  if (said === undefined || !said.startsWith('/')) return undefined
  const path = withoutQuery(said)
  const short = (text: string | undefined) => text && shorten(text, LIMITS.spans.nameChars)
  return {
    route: short(nameRoute({ ...hint, url: path }, registry)?.pattern),
    path: shorten(path, LIMITS.spans.nameChars),
    sentRoute: short(sentName(hint).route),
  }
}

function waitOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= LIMITS.navigations.waitMs ? value : undefined
}

function oneOf<T extends string>(known: readonly T[], value: string | undefined): T | undefined {
  return known.find((one) => one === value)
}
