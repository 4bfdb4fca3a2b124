import type { SpanOutline } from '#domain/traces/span.ts'

/** A trace as a forest: for every span the position of the one that it is drawn under. */
export interface AssembledTrace {
  /** -1 at the top. Following parents always ends there. */
  readonly parents: readonly number[]
  /** Spans that cannot be drawn under their parent, because it is not stored or would be below them. */
  readonly orphans: readonly Orphan[]
}

export interface Orphan {
  readonly span: number
  readonly parentId: string
}

/**
 * By ids only, never by who sent what with what: parts of a trace come in any order and from several services. An
 * orphan is drawn under its segment, else at the top, so that no span is ever lost from view.
 */
export function assembleTrace(spans: readonly SpanOutline[]): AssembledTrace {
  const find = spanFinder(spans)
  const orphans: Orphan[] = []
  const parents = spans.map((span, index) => {
    const { parentSpanId, spanId } = span
    const named = parentSpanId === undefined || parentSpanId === spanId ? undefined : parentSpanId
    const parent = named === undefined ? -1 : find(span, named)
    if (parent >= 0) return parent
    if (named !== undefined) orphans.push({ span: index, parentId: named })
    return span.isSegment || span.segmentId === undefined || span.segmentId === spanId
      ? -1
      : find(span, span.segmentId)
  })
  for (const span of cutCircles(parents)) {
    const { parentSpanId } = spans[span]!
    if (parentSpanId !== undefined) orphans.push({ span, parentId: parentSpanId })
  }
  return { parents, orphans }
}

/** Ids are made up by every service for itself: where two projects have the same, one's own is meant. */
function spanFinder(spans: readonly SpanOutline[]): (from: SpanOutline, spanId: string) => number {
  const byProject = new Map<string, Map<string, number>>()
  for (let index = 0; index < spans.length; index += 1) {
    const { projectId, spanId } = spans[index]!
    let own = byProject.get(projectId)
    if (own === undefined) byProject.set(projectId, (own = new Map()))
    if (!own.has(spanId)) own.set(spanId, index)
  }
  const all = [...byProject.values()]
  return ({ projectId }, spanId) =>
    byProject.get(projectId)?.get(spanId) ?? all.find((ids) => ids.has(spanId))?.get(spanId) ?? -1
}

/** Takes the earliest span out of every circle and puts it at the top; answers which. */
function cutCircles(parents: number[]): readonly number[] {
  const cut: number[] = []
  // The walk that first came by; 0: none yet. A walk that meets itself goes in a circle.
  const walkOf = new Int32Array(parents.length)
  for (let start = 0; start < parents.length; start += 1) {
    let at = start
    while (at >= 0 && walkOf[at] === 0) {
      walkOf[at] = start + 1
      at = parents[at]!
    }
    if (at < 0 || walkOf[at] !== start + 1) continue
    let earliest = at
    for (let next = parents[at]!; next !== at; next = parents[next]!) earliest = Math.min(earliest, next)
    parents[earliest] = -1
    cut.push(earliest)
  }
  return cut
}
