import type { Trace } from '@hindcast/contract/traces/traces.ts'

/**
 * A trace ready to be drawn: one typed array per property, and the tree as positions in a walk from parents to
 * children. Everything here is made without recursion, since nesting is as deep as senders like.
 */
export interface TraceModel {
  readonly trace: Trace
  readonly size: number
  /** Milliseconds since the start of the trace. */
  readonly start: Float64Array
  readonly end: Float64Array
  /** -1 at the top. */
  readonly parent: Int32Array
  readonly depth: Int32Array
  /** The children of span `i` are `children[childFrom[i]]` to `children[childFrom[i + 1] - 1]`, by start. */
  readonly childFrom: Int32Array
  readonly children: Int32Array
  readonly roots: readonly number[]
  /** Parents before children, siblings by start. */
  readonly order: Int32Array
  /** Where a span is in `order`. */
  readonly place: Int32Array
  /** The place behind the last span below it. */
  readonly placeAfter: Int32Array
  /** When the first span of the subtree starts and the last one ends: a child may outlive its parent. */
  readonly subtreeStart: Float64Array
  readonly subtreeEnd: Float64Array
  readonly orphans: ReadonlyMap<number, string>
  readonly isSegment: Uint8Array
}

export function buildTrace(trace: Trace): TraceModel {
  const { spans } = trace
  const size = spans.id.length
  const start = Float64Array.from(spans.start)
  const end = Float64Array.from(start, (from, index) => from + spans.duration[index]!)
  const parent = Int32Array.from(spans.parent)
  const { childFrom, children, roots } = childLists(parent)
  const { order, place, depth } = walk(roots, childFrom, children)
  const below = subtrees(order, place, parent, start, end)
  return {
    trace,
    size,
    start,
    end,
    parent,
    depth,
    childFrom,
    children,
    roots,
    order,
    place,
    ...below,
    orphans: new Map(trace.orphans.map(({ span, parentId }) => [span, parentId])),
    isSegment: flags(size, trace.segments),
  }
}

/** Spans come by start, so that children are by start as well when they are taken in this order. */
function childLists(parent: Int32Array) {
  const size = parent.length
  const childFrom = new Int32Array(size + 1)
  const roots: number[] = []
  for (let span = 0; span < size; span += 1) {
    const above = parent[span]!
    if (above < 0) roots.push(span)
    else childFrom[above + 1]! += 1
  }
  for (let span = 0; span < size; span += 1) childFrom[span + 1]! += childFrom[span]!
  const next = childFrom.slice()
  const children = new Int32Array(size - roots.length)
  for (let span = 0; span < size; span += 1) {
    const above = parent[span]!
    if (above >= 0) {
      children[next[above]!] = span
      next[above]! += 1
    }
  }
  return { childFrom, children, roots }
}

function walk(roots: readonly number[], childFrom: Int32Array, children: Int32Array) {
  const size = childFrom.length - 1
  const order = new Int32Array(size)
  const place = new Int32Array(size)
  const depth = new Int32Array(size)
  const waiting = roots.toReversed()
  let count = 0
  for (let span = waiting.pop(); span !== undefined; span = waiting.pop()) {
    place[span] = count
    order[count] = span
    count += 1
    for (let at = childFrom[span + 1]! - 1; at >= childFrom[span]!; at -= 1) {
      depth[children[at]!] = depth[span]! + 1
      waiting.push(children[at]!)
    }
  }
  return { order, place, depth }
}

/** From the last place to the first, so that children are summed up before their parents. */
function subtrees(
  order: Int32Array,
  place: Int32Array,
  parent: Int32Array,
  start: Float64Array,
  end: Float64Array,
) {
  const placeAfter = place.map((at) => at + 1)
  const subtreeStart = start.slice()
  const subtreeEnd = end.slice()
  for (let at = order.length - 1; at >= 0; at -= 1) {
    const span = order[at]!
    const above = parent[span]!
    if (above < 0) continue
    placeAfter[above] = Math.max(placeAfter[above]!, placeAfter[span]!)
    subtreeStart[above] = Math.min(subtreeStart[above]!, subtreeStart[span]!)
    subtreeEnd[above] = Math.max(subtreeEnd[above]!, subtreeEnd[span]!)
  }
  return { placeAfter, subtreeStart, subtreeEnd }
}

export function flags(size: number, indexes: Iterable<number>): Uint8Array {
  const set = new Uint8Array(size)
  for (const index of indexes) set[index] = 1
  return set
}

export function childCount({ childFrom }: TraceModel, span: number): number {
  return childFrom[span + 1]! - childFrom[span]!
}

export function isBelow({ place, placeAfter }: TraceModel, span: number, root: number): boolean {
  return root < 0 || (place[span]! >= place[root]! && place[span]! < placeAfter[root]!)
}

/** The time that a subtree covers; of the whole trace without a root. */
export function extentOf(model: TraceModel, root: number): { readonly from: number; readonly to: number } {
  if (root < 0) return { from: 0, to: model.trace.duration }
  return { from: model.subtreeStart[root]!, to: model.subtreeEnd[root]! }
}

/** By id; where two projects have a span with it, the first. */
export function findSpan({ trace }: TraceModel, spanId: string | undefined): number {
  return spanId === undefined ? -1 : trace.spans.id.indexOf(spanId)
}

export function spanName({ trace }: TraceModel, span: number): string {
  return trace.names[trace.spans.name[span]!] ?? ''
}

export function spanOp({ trace }: TraceModel, span: number): string {
  return trace.ops[trace.spans.op[span]!] ?? ''
}

export function spanProject({ trace }: TraceModel, span: number) {
  return trace.projects[trace.spans.project[span]!]
}

export const STATUS_ERROR = 2
