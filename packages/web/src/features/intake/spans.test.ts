import { describe, expect, it } from 'vitest'
import { barOf, barStarts } from './spans.ts'

const HOUR_MS = 3_600_000
const NOW = new Date(2026, 4, 20, 14, 35).getTime()

describe('the bars of the intake', () => {
  it('[UI70] end with the hour, the quarter of a day or the day that runs now', () => {
    const hours = barStarts('24h', NOW)
    expect(hours).toHaveLength(24)
    expect(NOW - hours.at(-1)!).toBeLessThan(HOUR_MS)
    expect(new Date(barStarts('7d', NOW).at(-1)!).getHours()).toBe(12)
    const days = barStarts('30d', NOW)
    expect(days).toHaveLength(30)
    expect(new Date(days.at(-1)!).getDate()).toBe(20)
    expect(new Date(days[0]!).getDate()).toBe(21)
  })

  it('[UI70] take every hour exactly once, and none from before the first', () => {
    const starts = barStarts('7d', NOW)
    expect(barOf(starts, starts[0]!)).toBe(0)
    expect(barOf(starts, starts[1]! - HOUR_MS)).toBe(0)
    expect(barOf(starts, starts[0]! - HOUR_MS)).toBe(-1)
    expect(barOf(starts, Math.floor(NOW / HOUR_MS) * HOUR_MS)).toBe(starts.length - 1)
  })
})
