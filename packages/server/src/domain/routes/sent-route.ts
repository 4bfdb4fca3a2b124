import { LIMITS } from '#domain/limits.ts'
import { remember } from '#domain/memoize.ts'
import { compileMatcher, type RouteMatcher } from './matcher.ts'
import { createPattern, isDynamic, parsePattern, type RoutePattern } from './pattern.ts'

/** What a span or an error says about where it happened. */
export interface RouteHint {
  /** Of the transaction or segment: `GET /users/[id]`, `/users/:id`, `Pageload`. */
  readonly name?: string | undefined
  /** What the SDK made the name of: `route`, `url`, `custom`, … */
  readonly nameSource?: string | undefined
  readonly url?: string | undefined
  /** The route that a server took: `http.route`, `next.route`. */
  readonly httpRoute?: string | undefined
}

export interface SentRoute {
  readonly pattern: RoutePattern
  readonly matcher: RouteMatcher
}

/** The route that the SDK named, whatever the registry says: kept with a row, so that it can be named again later. */
export interface SentName {
  readonly route: string | undefined
  /** It is the route that a server says it took. */
  readonly byServer: boolean
}

export function sentName(hint: RouteHint): SentName {
  const served = servedRoute(hint)
  if (served !== undefined) return { route: served.pattern.text, byServer: true }
  return { route: calledRoute(hint)?.pattern.text, byServer: false }
}

/** The route that a server says it took. */
export function servedRoute({ httpRoute }: RouteHint): SentRoute | undefined {
  return httpRoute === undefined ? undefined : readRoute(httpRoute)
}

/** The route that the SDK named, the server's word first. `inner`: the path inside the application. */
export function sentRoute(
  hint: RouteHint,
  basePath: readonly string[],
  inner: readonly string[] | undefined,
): SentRoute | undefined {
  const sent = servedRoute(hint) ?? calledRoute(hint)
  return sent && asServed(sent, basePath, inner)
}

function calledRoute({ name, nameSource }: RouteHint): SentRoute | undefined {
  if (name === undefined || nameSource === 'url') return undefined
  const called = readRoute(name)
  // Without its source, a name without parameters may be any path.
  return called !== undefined && (nameSource === 'route' || isDynamic(called.pattern)) ? called : undefined
}

const METHOD = /^[A-Z]{3,7} (?=\/)/
/** `Page Server Component (/users/[id])`, `Page.generateMetadata (/users/[id])`. */
const COMPONENT = /^[A-Z][A-Za-z.]{0,40}(?: Server Component)? \((\/[^\n]*)\)$/

const readRoute = remember(
  (name: string): SentRoute | undefined => {
    const pattern = parsePattern(COMPONENT.exec(name)?.[1] ?? name.replace(METHOD, ''))
    return pattern && compileOne(pattern)
  },
  { entries: 2_000, longest: LIMITS.routes.patternChars },
)

function compileOne(pattern: RoutePattern): SentRoute {
  return { pattern, matcher: compileMatcher([pattern]) }
}

/** Without what some SDKs leave in: the base path, and the pathless layouts of TanStack Router. */
function asServed(
  sent: SentRoute,
  basePath: readonly string[],
  inner: readonly string[] | undefined,
): SentRoute {
  const fits = ({ matcher }: SentRoute) => inner !== undefined && matcher.match(inner) !== undefined
  const short = withoutBase(sent, basePath)
  if (fits(short)) return short
  if (short !== sent && fits(sent)) return sent
  const visible = withoutLayouts(short)
  return visible !== undefined && fits(visible) ? visible : short
}

function withoutBase(sent: SentRoute, basePath: readonly string[]): SentRoute {
  const { segments } = sent.pattern
  const isBase = (text: string, at: number) => segments[at]?.kind === 'static' && segments[at].text === text
  if (basePath.length === 0 || !basePath.every(isBase)) return sent
  const pattern = createPattern(segments.slice(basePath.length))
  return pattern === undefined ? sent : compileOne(pattern)
}

function withoutLayouts({ pattern: { segments } }: SentRoute): SentRoute | undefined {
  const visible = segments.filter((segment) => segment.kind !== 'static' || !segment.text.startsWith('_'))
  const pattern = visible.length === segments.length ? undefined : createPattern(visible)
  return pattern && compileOne(pattern)
}
