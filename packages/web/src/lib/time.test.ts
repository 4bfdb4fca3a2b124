import { describe, expect, it } from 'vitest'
import { relativeTime } from './time.ts'

const NOW = Date.UTC(2026, 0, 1)

describe('relative time', () => {
  it('[UI9] counts whole units and never puts an event into the future, whatever the sender’s clock says', () => {
    expect(relativeTime(NOW - 119_000, NOW)).toBe('1 min. ago')
    expect(relativeTime(NOW - 3 * 86_400_000, NOW)).toBe('3 days ago')
    expect(relativeTime(NOW + 60_000, NOW)).toBe('now')
  })
})
