import { LIMITS } from '#domain/limits.ts'

/** How a framework writes its patterns: `[id]`, `:id`, `$id`. */
export const ROUTE_STYLES = ['next', 'react-router', 'tanstack'] as const
export type RouteStyle = (typeof ROUTE_STYLES)[number]

export type RouteSegment =
  | { readonly kind: 'static'; readonly text: string }
  /** `(..)photo`: shown in place of another page. No URL leads to it, but servers name it. */
  | { readonly kind: 'intercepted'; readonly text: string }
  /** One segment; none or one; one or more; none or more. */
  | { readonly kind: 'param' | 'optional' | 'rest' | 'optional-rest'; readonly name: string }

export interface RoutePattern {
  /** In the one spelling that is stored, whatever it was written in: `/users/[id]`. */
  readonly text: string
  readonly segments: readonly RouteSegment[]
}

/** The name of a catch-all without a name: `*` and `$`. */
export const SPLAT = '*'

/**
 * Reads a pattern of any of the frameworks. Groups and slots take no part in a URL and are left out. Undefined: not a
 * pattern, or beyond what a pattern may be.
 */
export function parsePattern(text: string): RoutePattern | undefined {
  if (!text.startsWith('/') || text.length > LIMITS.routes.patternChars) return undefined
  const segments: RouteSegment[] = []
  for (const part of text.split('/').flatMap(splitLostSlash)) {
    if (part === '' || isInvisible(part)) continue
    const segment = parseSegment(part)
    if (segment === undefined) return undefined
    segments.push(segment)
  }
  return createPattern(segments)
}

export function createPattern(segments: readonly RouteSegment[]): RoutePattern | undefined {
  const { segments: most, optionalSegments } = LIMITS.routes
  const isCatchAll = ({ kind }: RouteSegment) => kind === 'rest' || kind === 'optional-rest'
  if (segments.length > most || segments.slice(0, -1).some(isCatchAll)) return undefined
  if (segments.filter(({ kind }) => kind === 'optional').length > optionalSegments) return undefined
  return { text: printSegments(segments, 'next'), segments }
}

/** React Router's SDK loses the slash before an optional segment that is absent: `/app:lang?/about`. */
function splitLostSlash(part: string): readonly string[] {
  const colon = part.indexOf(':')
  return colon > 0 && part.endsWith('?') ? [part.slice(0, colon), part.slice(colon)] : [part]
}

/** `(shop)` and `@modal`. */
function isInvisible(part: string): boolean {
  if (part.startsWith('@')) return true
  return part.startsWith('(') && part.endsWith(')') && !part.startsWith('(.')
}

function parseSegment(part: string): RouteSegment | undefined {
  if (part.startsWith('(.')) return { kind: 'intercepted', text: part }
  if (part === '*' || part === '$' || part === '[...]') return { kind: 'optional-rest', name: SPLAT }
  if (part.startsWith('[[...') && part.endsWith(']]')) return named('optional-rest', part.slice(5, -2))
  if (part.startsWith('[[') && part.endsWith(']]')) return named('optional', part.slice(2, -2))
  if (part.startsWith('[...') && part.endsWith(']')) return named('rest', part.slice(4, -1))
  if (part.startsWith('[') && part.endsWith(']')) return named('param', part.slice(1, -1))
  if (part.startsWith('{-$') && part.endsWith('}')) return named('optional', part.slice(3, -1))
  if (part.startsWith('$')) return named('param', part.slice(1))
  if (part.startsWith(':')) return parseColon(part.slice(1))
  return { kind: 'static', text: decodeSegment(part) }
}

/** `id`, `id?`, and as Sentry writes catch-alls of Next.js: `slug*`, `slug*?`. */
function parseColon(text: string): RouteSegment | undefined {
  if (text.endsWith('*?')) return named('optional-rest', text.slice(0, -2))
  if (text.endsWith('*')) return named('rest', text.slice(0, -1))
  if (text.endsWith('?')) return named('optional', text.slice(0, -1))
  return named('param', text)
}

/** `[...x]` is read as a catch-all, so no parameter is called `...x`. */
const NO_NAME = /^\.{3}|[[\](){}?*+:$]/

function named(
  kind: Exclude<RouteSegment['kind'], 'static' | 'intercepted'>,
  name: string,
): RouteSegment | undefined {
  return name === '' || NO_NAME.test(name) ? undefined : { kind, name }
}

export function decodeSegment(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function isDynamic({ segments }: RoutePattern): boolean {
  return segments.some(({ kind }) => kind !== 'static')
}

/** A stored pattern as its framework writes it. */
export function printPattern(text: string, style: RouteStyle): string {
  const pattern = style === 'next' ? undefined : parsePattern(text)
  return pattern === undefined ? text : printSegments(pattern.segments, style)
}

function printSegments(segments: readonly RouteSegment[], style: RouteStyle): string {
  return `/${segments.map((segment) => PRINT[style](segment)).join('/')}`
}

const PRINT: Record<RouteStyle, (segment: RouteSegment) => string> = {
  next(segment) {
    if (segment.kind === 'static' || segment.kind === 'intercepted') return segment.text
    if (segment.kind === 'param') return `[${segment.name}]`
    if (segment.kind === 'optional') return `[[${segment.name}]]`
    if (segment.name === SPLAT) return '[...]'
    return segment.kind === 'rest' ? `[...${segment.name}]` : `[[...${segment.name}]]`
  },
  'react-router'(segment) {
    if (segment.kind === 'static' || segment.kind === 'intercepted') return segment.text
    if (segment.kind === 'param') return `:${segment.name}`
    if (segment.kind === 'optional') return `:${segment.name}?`
    if (segment.name === SPLAT) return '*'
    return segment.kind === 'rest' ? `:${segment.name}*` : `:${segment.name}*?`
  },
  tanstack(segment) {
    if (segment.kind === 'static' || segment.kind === 'intercepted') return segment.text
    if (segment.kind === 'param') return `$${segment.name}`
    return segment.kind === 'optional' ? `{-$${segment.name}}` : '$'
  },
}
