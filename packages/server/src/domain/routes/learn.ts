import { LIMITS } from '#domain/limits.ts'
import { compileMatcher } from './matcher.ts'
import { parsePatterns } from './manifest.ts'
import { createPattern, isDynamic, type RouteSegment } from './pattern.ts'

export interface VisitedPath {
  readonly path: readonly string[]
  /** How often it was seen. */
  readonly count: number
}

interface Node {
  /** By their text; of what reads like an id there is one. */
  readonly children: Map<string, Node>
  id: Node | undefined
  slug: Node | undefined
  /** Visits that ended here, and here or below. */
  ends: number
  visits: number
}

/**
 * Patterns for these paths: what reads like an id is a parameter, and so are segments of which there are too many to be
 * pages of their own. The order of the paths does not matter. Patterns that were learned before and are still visited
 * stay, so that a quiet week gives no route another name.
 */
export function learnPatterns(
  paths: readonly VisitedPath[],
  before: readonly string[] = [],
): readonly string[] {
  const known = compileMatcher(parsePatterns(before).filter(isDynamic))
  const visits = new Map<string, number>()
  const root = createNode()
  for (const visited of paths.toSorted(byPath)) {
    const match = visited.path.length > LIMITS.routes.segments ? undefined : known.match(visited.path)
    if (match === undefined) addPath(root, visited)
    else visits.set(match.pattern, (visits.get(match.pattern) ?? 0) + visited.count)
  }
  foldSlugs(root, true)
  collect(root, [], visits)
  return [...visits]
    .toSorted(([left, a], [right, b]) => b - a || (left < right ? -1 : 1))
    .slice(0, LIMITS.routes.learned)
    .map(([pattern]) => pattern)
}

function byPath({ path: left }: VisitedPath, { path: right }: VisitedPath): number {
  const [a, b] = [left.join('/'), right.join('/')]
  return a < b ? -1 : a > b ? 1 : 0
}

function createNode(): Node {
  return { children: new Map(), id: undefined, slug: undefined, ends: 0, visits: 0 }
}

function addPath(root: Node, { path, count }: VisitedPath): void {
  if (path.length > LIMITS.routes.segments) return
  let node = root
  node.visits += count
  for (const segment of path) {
    node = readsLikeId(segment) ? (node.id ??= createNode()) : childOf(node, segment)
    node.visits += count
  }
  node.ends += count
}

function childOf(node: Node, segment: string): Node {
  const known = node.children.get(segment)
  if (known !== undefined) return known
  const child = createNode()
  node.children.set(segment, child)
  return child
}

const NUMBER = /^\d+$/
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const HEX = /^[0-9a-f]{8,}$/i
const TOKEN = /^[\w.~=-]{16,}$/

/** Numbers, UUIDs, hashes, and long texts with many digits: nobody calls a page that. */
export function readsLikeId(segment: string): boolean {
  if (NUMBER.test(segment) || UUID.test(segment)) return true
  const digits = segment.replaceAll(/\D/g, '').length
  if (HEX.test(segment)) return digits > 0
  return TOKEN.test(segment) && digits * 4 >= segment.length
}

/** Children beyond a number become one parameter, but for those that many visits go to. */
function foldSlugs(node: Node, isRoot: boolean): void {
  const { learnedSiblings, learnedRootSiblings, learnedShare } = LIMITS.routes
  if (node.children.size > (isRoot ? learnedRootSiblings : learnedSiblings)) {
    const slug = createNode()
    for (const [text, child] of node.children) {
      if (child.visits >= node.visits * learnedShare) continue
      merge(slug, child)
      node.children.delete(text)
    }
    node.slug = slug
  }
  for (const child of childrenOf(node)) foldSlugs(child, false)
}

function merge(into: Node, from: Node): void {
  into.ends += from.ends
  into.visits += from.visits
  for (const [text, child] of from.children) merge(childOf(into, text), child)
  if (from.id !== undefined) merge((into.id ??= createNode()), from.id)
}

function childrenOf(node: Node): readonly Node[] {
  return [...node.children.values(), node.id, node.slug].filter((child) => child !== undefined)
}

/** A page without parameters has to be seen more than by accident: scanners ask for anything. */
function collect(node: Node, segments: readonly RouteSegment[], patterns: Map<string, number>): void {
  const pattern = node.ends > 0 ? createPattern(segments) : undefined
  if (pattern !== undefined && (isDynamic(pattern) || node.ends >= LIMITS.routes.learnedVisits)) {
    patterns.set(pattern.text, (patterns.get(pattern.text) ?? 0) + node.ends)
  }
  for (const [text, child] of node.children) {
    if (isPlain(text)) collect(child, [...segments, { kind: 'static', text }], patterns)
  }
  if (node.id !== undefined) collect(node.id, [...segments, paramOf('id', segments)], patterns)
  if (node.slug !== undefined) collect(node.slug, [...segments, paramOf('slug', segments)], patterns)
}

/** What would be read as something else than a fixed segment is not learned. */
function isPlain(text: string): boolean {
  return !/[[\](){}:$*?@/]/.test(text)
}

function paramOf(name: string, before: readonly RouteSegment[]): RouteSegment {
  const params = before.filter(({ kind }) => kind === 'param').length
  return { kind: 'param', name: params === 0 ? name : `${name}${String(params + 1)}` }
}
