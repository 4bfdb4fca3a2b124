import type { InnerPath } from './manifest.ts'
import type { RouteMatch } from './matcher.ts'
import { innerPathOf, type RouteRegistry } from './registry.ts'
import { sentRoute, servedRoute, type RouteHint, type SentRoute } from './sent-route.ts'

/** Who said which route it is, the most certain first. */
export const ROUTE_SOURCES = ['rule', 'manifest', 'sdk', 'learned'] as const
export type RouteSource = (typeof ROUTE_SOURCES)[number]

export type { RouteHint }

export interface NamedRoute {
  /** In the one spelling that is stored: `/users/[id]`. */
  readonly pattern: string
  readonly source: RouteSource
  readonly params: Readonly<Record<string, string>>
  readonly locale?: string
}

/**
 * The route of a span, an error or a visit: by a rule of the project, else by the manifest of its release, else as the
 * SDK named it, else by a pattern learned from earlier traffic. Undefined: nobody knows more than the URL.
 */
export function nameRoute(hint: RouteHint, registry: RouteRegistry): NamedRoute | undefined {
  const inner = hint.url === undefined ? undefined : innerPathOf(hint.url, registry)
  const ruled = inner && firstMatch(registry, inner)
  if (ruled !== undefined) return named('rule', ruled, inner?.locale)
  const listed = byManifest(hint, registry, inner)
  if (listed !== undefined) return listed
  const sent = sentRoute(hint, registry.manifest?.basePath ?? [], inner?.path)
  if (sent !== undefined) return named('sdk', matchOf(sent, inner), inner?.locale)
  const learned = inner && registry.learned.match(inner.path)
  return learned && named('learned', learned, inner.locale)
}

function firstMatch({ rules }: RouteRegistry, { path }: InnerPath): RouteMatch | undefined {
  for (const rule of rules) {
    const found = rule.match(path)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * A server knows which of its routes it took, also where its own code chose another than the URL says; so its word
 * counts before the URL, if the manifest has the route.
 */
function byManifest(
  hint: RouteHint,
  { manifest }: RouteRegistry,
  inner: InnerPath | undefined,
): NamedRoute | undefined {
  if (manifest === undefined) return undefined
  const served = servedRoute(hint)
  const found = inner && manifest.match(inner)
  const isListed = served !== undefined && manifest.matcher.has(served.pattern.text)
  if (isListed && served.pattern.text !== found?.pattern)
    return named('manifest', matchOf(served, inner), inner?.locale)
  return found && named('manifest', found, found.locale)
}

function matchOf({ pattern, matcher }: SentRoute, inner: InnerPath | undefined): RouteMatch {
  return (inner && matcher.match(inner.path)) ?? { pattern: pattern.text, params: {} }
}

const LANGUAGE_TAG = /^[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}$/

function named(source: RouteSource, { pattern, params }: RouteMatch, locale: string | undefined): NamedRoute {
  const spoken = locale ?? params['locale'] ?? params['lang']
  const route = { pattern, source, params }
  return spoken !== undefined && LANGUAGE_TAG.test(spoken) ? { ...route, locale: spoken } : route
}
