import { childCount, type TraceModel } from './trace-model.ts'

/** The rows on show, from top to bottom, with what a tree says of each. */
export interface Rows {
  /** Spans by row. */
  readonly spans: Int32Array
  /** From 1, below the root on show. */
  readonly level: Int32Array
  /** Position among the siblings on show, from 1, and how many those are. */
  readonly position: Int32Array
  readonly siblings: Int32Array
  /** The row of a span; -1 where it is hidden. */
  readonly rowOf: Int32Array
}

export interface Shown {
  /** The root on show; -1: everything. */
  readonly root: number
  readonly collapsed: ReadonlySet<number>
  /** 1 for spans that are looked for; their ancestors stay, so that one sees where they are. */
  readonly matches: Uint8Array | undefined
}

export function buildRows(model: TraceModel, { root, collapsed, matches }: Shown): Rows {
  const { order, place, placeAfter, parent, depth, size } = model
  const kept = matches && withAncestors(model, matches, root)
  const first = root < 0 ? 0 : place[root]!
  const after = root < 0 ? size : placeAfter[root]!
  const top = root < 0 ? 0 : depth[root]!
  const spans: number[] = []
  const rowOf = new Int32Array(size).fill(-1)
  const seen = new Int32Array(size + 1)
  const position: number[] = []
  for (let at = first; at < after;) {
    const span = order[at]!
    const folded = collapsed.has(span) || (kept !== undefined && kept[span] === 0)
    if (kept === undefined || kept[span] === 1) {
      rowOf[span] = spans.length
      spans.push(span)
      const above = span === root ? size : parent[span]! < 0 ? size : parent[span]!
      seen[above]! += 1
      position.push(seen[above]!)
    }
    // What nobody keeps has nobody below that is kept either, so the whole subtree is passed over.
    at = folded ? placeAfter[span]! : at + 1
  }
  return {
    spans: Int32Array.from(spans),
    level: Int32Array.from(spans, (span) => depth[span]! - top + 1),
    position: Int32Array.from(position),
    siblings: Int32Array.from(
      spans,
      (span) => seen[span === root || parent[span]! < 0 ? size : parent[span]!]!,
    ),
    rowOf,
  }
}

function withAncestors({ parent }: TraceModel, matches: Uint8Array, root: number): Uint8Array {
  const kept = matches.slice()
  for (let span = 0; span < matches.length; span += 1) {
    if (matches[span] === 0) continue
    for (let above = span; above !== root && parent[above]! >= 0;) {
      above = parent[above]!
      if (kept[above] === 1) break
      kept[above] = 1
    }
  }
  return kept
}

/** What is collapsed above a span, which has to open before it can be seen. */
export function collapsedAbove(
  { parent }: TraceModel,
  collapsed: ReadonlySet<number>,
  span: number,
): readonly number[] {
  const found: number[] = []
  for (let above = parent[span] ?? -1; above >= 0; above = parent[above]!) {
    if (collapsed.has(above)) found.push(above)
  }
  return found
}

export function allParents(model: TraceModel): Set<number> {
  const parents = new Set<number>()
  for (let span = 0; span < model.size; span += 1) if (childCount(model, span) > 0) parents.add(span)
  return parents
}
