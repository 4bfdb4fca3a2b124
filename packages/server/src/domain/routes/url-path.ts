import { LIMITS } from '#domain/limits.ts'
import { decodeSegment } from './pattern.ts'

/** The segments of a URL's or request's path; undefined where there is none, or one that is too long to have a route. */
export function pathOf(url: string): readonly string[] | undefined {
  const from = pathStart(url)
  if (from === -1) return undefined
  const path = url.slice(from, pathEnd(url, from))
  if (path.length > LIMITS.routes.pathChars) return undefined
  const segments = path.split('/').filter((part) => part !== '')
  return segments.length > LIMITS.routes.pathSegments ? undefined : segments.map(decodeSegment)
}

const ORIGIN = /^https?:\/\//i

function pathStart(url: string): number {
  if (url.startsWith('/')) return 0
  const origin = ORIGIN.exec(url)?.[0]
  if (origin === undefined) return -1
  const slash = url.indexOf('/', origin.length)
  const end = pathEnd(url, origin.length)
  return slash === -1 || slash > end ? end : slash
}

function pathEnd(url: string, from: number): number {
  const query = url.indexOf('?', from)
  const hash = url.indexOf('#', from)
  return Math.min(query === -1 ? url.length : query, hash === -1 ? url.length : hash)
}

/**
 * The page that a request of Next.js is about: its data, its payload and the parts of it have addresses of their own.
 * Undefined: a script or another asset.
 */
export function pageOfNext(path: readonly string[]): readonly string[] | undefined {
  if (path[0] === '_next')
    return path[1] === 'data' && path.length > 3 ? withoutEnding(path.slice(3), '.json') : undefined
  const parts = path.findIndex((part) => part.endsWith('.segments'))
  if (parts !== -1) return withoutEnding(path.slice(0, parts + 1), '.segments')
  return withoutEnding(path, '.rsc')
}

function withoutEnding(path: readonly string[], ending: string): readonly string[] {
  const last = path.at(-1)
  if (last === undefined || !last.endsWith(ending)) return path
  const name = last.slice(0, -ending.length)
  return path.length === 1 && name === 'index' ? [] : [...path.slice(0, -1), name]
}
