import { extentOf, type TraceModel } from './trace-model.ts'

/** A stretch of time for which nothing else but this span was waited for. */
export interface PathPart {
  readonly span: number
  readonly from: number
  readonly to: number
}

export interface CriticalPath {
  /** Disjoint, from the end of the root to its start. */
  readonly parts: readonly PathPart[]
  readonly has: Uint8Array
}

interface Step {
  readonly span: number
  readonly from: number
  readonly until: number
}

/**
 * What made the root take as long as it did. Backwards from its end: the child that ended last was waited for, before it
 * started the one that ended last before that, and in between the span itself. A child that goes on after its parent
 * was waited for by nobody beyond that. Root -1 stands for the whole trace.
 */
export function criticalPath(model: TraceModel, root: number): CriticalPath {
  const { size, start, end } = model
  const parts: PathPart[] = []
  const has = new Uint8Array(size)
  const byEnd = childrenByEnd(model, root)
  const { from: first, to: last } = root < 0 ? extentOf(model, -1) : { from: start[root]!, to: end[root]! }
  const waiting: Step[] = [{ span: root, from: first, until: last }]
  const took = (span: number, from: number, to: number) => {
    if (span < 0 || to <= from) return
    parts.push({ span, from, to })
  }
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    const { span, from, until } = step
    if (span >= 0) has[span] = 1
    let cursor = until
    for (const child of byEnd(span)) {
      if (cursor <= from) break
      const childFrom = Math.max(start[child]!, from)
      const childTo = Math.min(end[child]!, cursor)
      if (childTo <= childFrom) continue
      took(span, childTo, cursor)
      waiting.push({ span: child, from: childFrom, until: childTo })
      cursor = childFrom
    }
    took(span, from, cursor)
  }
  return { parts, has }
}

/** The last to end first. */
function childrenByEnd({ end, childFrom, children, roots }: TraceModel, root: number) {
  const later = (a: number, b: number) => end[b]! - end[a]!
  return (span: number): Iterable<number> => {
    if (span < 0) return root < 0 ? roots.toSorted(later) : []
    return children.slice(childFrom[span], childFrom[span + 1]).sort(later)
  }
}
