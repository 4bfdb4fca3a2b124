import { describe, expect, it } from 'vitest'
import { addRows, NO_ROWS_SUMMED, type TextRow } from './checksum.ts'

const sumOf = (...rows: readonly TextRow[]) => addRows(NO_ROWS_SUMMED, rows)

describe('addRows', () => {
  it('[OP214] says the same of the same rows in another order and in other parts', () => {
    const rows = Array.from({ length: 50 }, (_, index): TextRow => [String(index), `ü${index}`, null])
    const whole = sumOf(...rows)
    expect(sumOf(...rows.toReversed())).toEqual(whole)
    expect(addRows(sumOf(...rows.slice(0, 17)), rows.slice(17))).toEqual(whole)
    expect(whole.rows).toBe(50)
  })

  it('[OP214] tells a row that is missing, there twice, or another', () => {
    const all = sumOf(['1', 'a'], ['2', 'b'])
    const others = [
      sumOf(['1', 'a']),
      sumOf(['1', 'a'], ['2', 'b'], ['2', 'b']),
      sumOf(['1', 'a'], ['1', 'a']),
      sumOf(['1', 'b'], ['2', 'a']),
      sumOf(['1a', ''], ['2', 'b']),
      sumOf(['1', 'a'], ['2', null]),
    ]
    expect(new Set([all, ...others].map(({ sum }) => sum)).size).toBe(others.length + 1)
  })

  it('[OP214] tells nothing from an empty text and from the word for it', () => {
    expect(new Set([sumOf([null]), sumOf(['']), sumOf(['n'])].map(({ sum }) => sum)).size).toBe(3)
  })
})
