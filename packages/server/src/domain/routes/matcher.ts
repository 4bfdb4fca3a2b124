import { LIMITS } from '#domain/limits.ts'
import type { RoutePattern, RouteSegment } from './pattern.ts'

export interface RouteMatch {
  readonly pattern: string
  readonly params: Readonly<Record<string, string>>
}

export interface RouteMatcher {
  match(path: readonly string[]): RouteMatch | undefined
  /** Whether one of the patterns has this text. */
  has(pattern: string): boolean
}

/** A pattern without its absent optional segments. */
interface Variant {
  readonly pattern: string
  readonly segments: readonly RouteSegment[]
}

interface Node {
  readonly statics: Map<string, Node>
  param: Node | undefined
  /** What ends here, and what takes all that follows. */
  end: Variant | undefined
  rest: Variant | undefined
  optionalRest: Variant | undefined
}

/**
 * A tree by segment. At each place a fixed segment goes before a parameter, a parameter before a catch-all, and a
 * catch-all before an optional one, as in Next.js; of two patterns that say the same the first counts.
 */
export function compileMatcher(patterns: Iterable<RoutePattern>): RouteMatcher {
  const root = createNode()
  const texts = new Set<string>()
  for (const pattern of patterns) {
    texts.add(pattern.text)
    for (const variant of variantsOf(pattern)) add(root, variant)
  }
  return {
    match(path) {
      const budget = { left: LIMITS.routes.steps }
      const found = find(root, path, 0, budget)
      // A catch-all that was found because the budget was used up is a guess.
      if (budget.left < 0) return undefined
      return found && { pattern: found.pattern, params: paramsOf(found.segments, path) }
    },
    has: (pattern) => texts.has(pattern),
  }
}

function createNode(): Node {
  return { statics: new Map(), param: undefined, end: undefined, rest: undefined, optionalRest: undefined }
}

/** With all of its optional segments first. An intercepted page has no URL, and so none. */
function variantsOf({ text, segments }: RoutePattern): readonly Variant[] {
  if (segments.some(({ kind }) => kind === 'intercepted')) return []
  let variants: ReadonlyArray<readonly RouteSegment[]> = [[]]
  for (const segment of segments) {
    const longer = variants.map((before) => [...before, segment])
    variants = segment.kind === 'optional' ? [...longer, ...variants] : longer
  }
  return variants.map((variant) => ({ pattern: text, segments: variant }))
}

function add(root: Node, variant: Variant): void {
  let node = root
  for (const segment of variant.segments) {
    if (segment.kind === 'rest') return void (node.rest ??= variant)
    if (segment.kind === 'optional-rest') return void (node.optionalRest ??= variant)
    node =
      segment.kind === 'static' || segment.kind === 'intercepted'
        ? staticChild(node, segment.text)
        : (node.param ??= createNode())
  }
  node.end ??= variant
}

function staticChild(node: Node, text: string): Node {
  const known = node.statics.get(text)
  if (known !== undefined) return known
  const child = createNode()
  node.statics.set(text, child)
  return child
}

/** Every place of the tree is visited once at most, and no more of them than the budget has. */
function find(
  node: Node,
  path: readonly string[],
  at: number,
  budget: { left: number },
): Variant | undefined {
  if (budget.left-- <= 0) return undefined
  if (at === path.length) return node.end ?? node.optionalRest
  const fixed = node.statics.get(path[at]!)
  const found = fixed && find(fixed, path, at + 1, budget)
  return found ?? (node.param && find(node.param, path, at + 1, budget)) ?? node.rest ?? node.optionalRest
}

function paramsOf(segments: readonly RouteSegment[], path: readonly string[]): Record<string, string> {
  const params: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [at, segment] of segments.entries()) {
    if (segment.kind === 'static' || segment.kind === 'intercepted') continue
    const isOne = segment.kind === 'param' || segment.kind === 'optional'
    const value = isOne ? path[at]! : path.slice(at).join('/')
    if (isOne || value !== '') params[segment.name] = value.slice(0, LIMITS.routes.paramChars)
  }
  return params
}
