import { describe, expect, it } from 'vitest'
import { ageOf, relativeTime } from './format.ts'

const NOW = Date.UTC(2026, 0, 1)

describe('relative time', () => {
  it('[UI9] counts whole units and never puts an event into the future, whatever the sender’s clock says', () => {
    expect(relativeTime(NOW - 119_000, NOW)).toBe('1 min. ago')
    expect(relativeTime(NOW - 3 * 86_400_000, NOW)).toBe('3 days ago')
    expect(relativeTime(NOW + 60_000, NOW)).toBe('now')
  })
})

describe('age', () => {
  it('[UI9] says in the largest whole unit how old something is, and never less than nothing', () => {
    expect(ageOf(NOW - 59 * 60_000, NOW)).toBe('59 min')
    expect(ageOf(NOW - 13 * 86_400_000, NOW)).toBe('1 wk')
    expect(ageOf(NOW - 400 * 86_400_000, NOW, 'de')).toBe('1 J')
    expect(ageOf(NOW + 60_000, NOW)).toBe('0 sec')
  })
})
