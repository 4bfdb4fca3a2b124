import { describe, expect, it } from 'vitest'
import { buildRows } from '#features/traces/model/rows.ts'
import { buildTrace } from '#features/traces/model/trace-model.ts'
import { aTrace } from '#features/traces/testing.ts'
import { treeKey } from './tree-keys.ts'

const model = buildTrace(
  aTrace([
    { start: 0, duration: 100 },
    { start: 10, duration: 30, parent: 0 },
    { start: 20, duration: 10, parent: 1 },
    { start: 200, duration: 10 },
  ]),
)

function press(key: string, cursor: number, collapsed: ReadonlySet<number> = new Set(), modifier = {}) {
  const rows = buildRows(model, { root: -1, collapsed, matches: undefined })
  const plain = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false }
  return treeKey({ key, ...plain, ...modifier }, model, rows, collapsed, { cursor, page: 2 })
}
const select = (span: number) => ({ kind: 'select', span })

describe('keys of the span tree', () => {
  it('[TR31] moves by row, by page, and to both ends', () => {
    expect(press('ArrowDown', 0)).toEqual(select(1))
    expect(press('ArrowUp', 0)).toEqual(select(0))
    expect(press('PageDown', 0)).toEqual(select(2))
    expect(press('PageUp', 3)).toEqual(select(1))
    expect(press('End', 0)).toEqual(select(3))
    expect(press('Home', 3)).toEqual(select(0))
    expect(press('ArrowDown', -1)).toEqual(select(0))
  })

  it('[TR31] unfolds and enters with the right arrow, folds and leaves with the left', () => {
    expect(press('ArrowRight', 0)).toEqual(select(1))
    expect(press('ArrowRight', 0, new Set([0]))).toEqual({ kind: 'fold', span: 0 })
    expect(press('ArrowRight', 2)).toBeUndefined()
    expect(press('ArrowLeft', 1)).toEqual({ kind: 'fold', span: 1 })
    expect(press('ArrowLeft', 1, new Set([1]))).toEqual(select(0))
    expect(press('ArrowLeft', 2)).toEqual(select(1))
    expect(press('ArrowLeft', 0, new Set([0]))).toBeUndefined()
  })

  it('[TR31] opens the details with Enter and leaves other keys alone', () => {
    expect(press('Enter', 2)).toEqual({ kind: 'open', span: 2 })
    expect(press('Enter', -1)).toBeUndefined()
    expect(press('x', 2)).toBeUndefined()
    expect(press('ArrowDown', 0, new Set(), { shiftKey: true })).toBeUndefined()
  })
})
