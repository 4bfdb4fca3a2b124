import { describe, expect, it } from 'vitest'
import { roundTop } from './intake-chart.tsx'

describe('the scale of the bars', () => {
  it('[UI70] ends at a round number over the highest bar, with a whole number at its half', () => {
    expect([0, 1, 2, 3, 9, 10, 11, 61, 999, 1234].map(roundTop)).toEqual([
      2, 2, 2, 4, 10, 10, 20, 80, 1000, 2000,
    ])
  })
})
