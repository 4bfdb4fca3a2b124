import { describe, expect, it } from 'vitest'
import { MOMENT } from '#domain/testing.ts'
import { clockOf, readTime } from './clock.ts'

const HOUR = 3_600_000
const received = { at: MOMENT, sentAt: MOMENT }

describe('readTime', () => {
  it('reads seconds, milliseconds, numeric text and ISO text with any number of decimals', () => {
    for (const sent of [MOMENT / 1000, MOMENT, String(MOMENT / 1000), new Date(MOMENT).toISOString()]) {
      expect(readTime(sent)).toBe(MOMENT)
    }
    expect(readTime('2026-11-15T01:41:20.458954095Z')).toBe(Date.UTC(2026, 10, 15, 1, 41, 20, 458))
  })

  it('takes text without an offset as UTC, whatever zone the server is in', () => {
    expect(readTime('2026-11-15T01:25:30')).toBe(MOMENT)
    expect(readTime('2026-11-15T02:25:30+01:00')).toBe(MOMENT)
  })

  it('answers nothing for what is no time', () => {
    for (const sent of ['soon', '', null, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e300, {}, undefined]) {
      expect(readTime(sent)).toBeUndefined()
    }
  })
})

describe('clockOf', () => {
  it('[PL11] uses the sender’s time if its clock is roughly right', () => {
    expect(clockOf((MOMENT - 5000) / 1000, received).occurredAt).toBe(MOMENT - 5000)
  })

  it('[PL11] shifts every time of an event whose sender is an hour or more off', () => {
    const tenYears = 10 * 365 * 24 * HOUR
    const { occurredAt, repair } = clockOf((MOMENT - tenYears - 2000) / 1000, {
      at: MOMENT,
      sentAt: MOMENT - tenYears,
    })
    expect(occurredAt).toBe(MOMENT - 2000)
    expect(repair(MOMENT - tenYears - 9000)).toBe(MOMENT - 9000)
  })

  it('[PL11] leaves a difference below 55 minutes alone, which may be a queue on the way', () => {
    const sentAt = MOMENT - 54 * 60_000
    expect(clockOf(sentAt / 1000, { at: MOMENT, sentAt }).occurredAt).toBe(sentAt)
  })

  it('[PL11] moves an event from the future or from before the retention to its arrival', () => {
    expect(clockOf((MOMENT + 61_000) / 1000, received).occurredAt).toBe(MOMENT)
    expect(clockOf((MOMENT + 59_000) / 1000, received).occurredAt).toBe(MOMENT + 59_000)
    expect(clockOf((MOMENT - 91 * 24 * HOUR) / 1000, received).occurredAt).toBe(MOMENT)
    expect(clockOf(undefined, received).occurredAt).toBe(MOMENT)
  })
})
