import { childCount, type TraceModel } from '#features/traces/model/trace-model.ts'
import type { Rows } from '#features/traces/model/rows.ts'

export type TreeMove =
  | { readonly kind: 'select'; readonly span: number }
  /** Select it and show its details. */
  | { readonly kind: 'open'; readonly span: number }
  | { readonly kind: 'fold'; readonly span: number }

interface Key {
  readonly key: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** What a key means in a tree; undefined where it means nothing there. */
export function treeKey(
  { key, shiftKey, altKey, ctrlKey, metaKey }: Key,
  model: TraceModel,
  rows: Rows,
  collapsed: ReadonlySet<number>,
  { cursor, page }: { readonly cursor: number; readonly page: number },
): TreeMove | undefined {
  const last = rows.spans.length - 1
  if (last < 0 || shiftKey || altKey || ctrlKey || metaKey) return undefined
  const to = (row: number): TreeMove => ({
    kind: 'select',
    span: rows.spans[Math.min(Math.max(row, 0), last)]!,
  })
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: cursor + 1,
    ArrowUp: cursor - 1,
    PageDown: cursor + page,
    PageUp: cursor - page,
    Home: 0,
    End: last,
  }
  const row = steps[key]
  if (row !== undefined) return to(row)
  if (cursor < 0) return undefined
  const span = rows.spans[cursor]!
  if (key === 'Enter') return { kind: 'open', span }
  if (key === 'ArrowRight') return towardsChildren(model, rows, collapsed, cursor)
  if (key === 'ArrowLeft') return towardsParent(model, rows, collapsed, cursor)
  return undefined
}

function towardsChildren(
  model: TraceModel,
  rows: Rows,
  collapsed: ReadonlySet<number>,
  cursor: number,
): TreeMove | undefined {
  const span = rows.spans[cursor]!
  if (childCount(model, span) === 0) return undefined
  if (collapsed.has(span)) return { kind: 'fold', span }
  const below = rows.spans[cursor + 1]
  return below !== undefined && model.parent[below] === span ? { kind: 'select', span: below } : undefined
}

function towardsParent(
  model: TraceModel,
  rows: Rows,
  collapsed: ReadonlySet<number>,
  cursor: number,
): TreeMove | undefined {
  const span = rows.spans[cursor]!
  if (childCount(model, span) > 0 && !collapsed.has(span)) return { kind: 'fold', span }
  const above = model.parent[span]!
  return above >= 0 && rows.rowOf[above]! >= 0 ? { kind: 'select', span: above } : undefined
}
