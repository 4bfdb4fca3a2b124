import { compileMatcher } from '#domain/routes/matcher.ts'
import { parsePattern } from '#domain/routes/pattern.ts'
import { pathOf } from '#domain/routes/url-path.ts'
import type { EventSummary } from '#stores/telemetry/telemetry.ts'
import type { Failure } from './failures.ts'

/** What somebody remembers of the moment when they saw an error. */
export interface Recollection {
  readonly at?: number | undefined
  /** A route pattern, a path or a URL. */
  readonly route?: string | undefined
  readonly user?: string | undefined
}

/** What an event has in common with it. */
export interface Likeness {
  readonly user: boolean
  /** The path is the same, or at least a path of the same route. */
  readonly place: 'path' | 'route' | undefined
  /** How much later than the given time it happened; negative: earlier. */
  readonly awayMs: number | undefined
}

export interface Occurrence extends Failure {
  readonly like: Likeness
}

/**
 * The most likely first: the same user counts more than the same place, and the same place more than nearness in time.
 * Otherwise the order stays. `ofUser`: ids of events that are known to be of the user, beside those that name it.
 */
export function rankOccurrences(
  failures: readonly Failure[],
  known: Recollection,
  ofUser: ReadonlySet<string> = new Set(),
): readonly Occurrence[] {
  const placeOf = createPlaceTest(known.route)
  const user = known.user?.trim().toLowerCase() || undefined
  const isUser = (event: EventSummary) =>
    user !== undefined && (event.user?.toLowerCase() === user || ofUser.has(event.eventId))
  return failures
    .map(({ event, browserSides }) => {
      const sides = [event, ...browserSides]
      const places = new Set(sides.map(placeOf))
      return {
        event,
        browserSides,
        like: {
          user: sides.some(isUser),
          place: PLACES.find((place) => places.has(place)),
          awayMs: known.at === undefined ? undefined : event.occurredAt - known.at,
        },
      }
    })
    .toSorted(byLikeness)
}

function byLikeness({ like: a }: Occurrence, { like: b }: Occurrence): number {
  if (a.user !== b.user) return a.user ? -1 : 1
  if (a.place !== b.place) return PLACES.indexOf(a.place) - PLACES.indexOf(b.place)
  return Math.abs(a.awayMs ?? 0) - Math.abs(b.awayMs ?? 0)
}

const PLACES: ReadonlyArray<Likeness['place']> = ['path', 'route', undefined]

function createPlaceTest(text: string | undefined): (event: EventSummary) => Likeness['place'] {
  const wanted = text?.trim() ?? ''
  if (wanted === '') return () => undefined
  const path = pathOf(asAddress(wanted))
  const pattern = parsePattern(wanted)?.text
  const inRoute = new Map<string, boolean>()
  const isInRoute = (route: string): boolean => {
    const known = inRoute.get(route)
    if (known !== undefined) return known
    const parsed = parsePattern(route)
    const matches =
      parsed !== undefined &&
      (parsed.text === pattern || (path !== undefined && compileMatcher([parsed]).match(path) !== undefined))
    inRoute.set(route, matches)
    return matches
  }
  return ({ url, route, transaction }) => {
    if (path !== undefined && url !== undefined && isSamePath(pathOf(url), path)) return 'path'
    if (route !== undefined && isInRoute(route)) return 'route'
    return transaction === wanted ? 'route' : undefined
  }
}

/** Address bars leave out the scheme, and people the slash. */
function asAddress(text: string): string {
  if (text.startsWith('/') || text.includes('://')) return text
  const [host = ''] = text.split('/', 1)
  return host.includes('.') || host.includes(':') ? `https://${text}` : `/${text}`
}

function isSamePath(a: readonly string[] | undefined, b: readonly string[]): boolean {
  return a !== undefined && a.length === b.length && a.every((part, index) => part === b[index])
}
