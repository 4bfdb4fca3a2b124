import { describe, expect, it } from 'vitest'
import { offsetToSee, windowOf } from './row-window.ts'

describe('the rows in the document', () => {
  it('[UI42] are those that are seen and a few around them, however long the list is', () => {
    for (const offset of [0, 13, 4600, 229_999, 459_300]) {
      const { first, end } = windowOf(offset, 700, 46, 10_000)
      expect(first).toBeLessThanOrEqual(offset / 46)
      expect(end).toBeGreaterThanOrEqual(Math.min(10_000, (offset + 700) / 46))
      expect(end - first).toBeLessThan(48)
      expect(first).toBeGreaterThanOrEqual(0)
    }
  })

  it('[UI42] stay within the list when it becomes shorter than where the reader was', () => {
    expect(windowOf(9000, 700, 46, 5)).toEqual({ first: 5, end: 5 })
    expect(windowOf(0, 700, 46, 0)).toEqual({ first: 0, end: 0 })
  })

  it('[UI42] are the same for a step of one row, so that most key presses render no list', () => {
    const windows = Array.from({ length: 40 }, (_, row) =>
      JSON.stringify(windowOf(row * 46, 690, 46, 10_000)),
    )
    expect(new Set(windows).size).toBeLessThanOrEqual(20)
  })

  it('[UI42] scroll only as far as the cursor needs to be seen', () => {
    expect(offsetToSee(3, 0, 460, 46)).toBeUndefined()
    expect(offsetToSee(10, 0, 460, 46)).toBe(46)
    expect(offsetToSee(2, 460, 460, 46)).toBe(92)
  })
})
