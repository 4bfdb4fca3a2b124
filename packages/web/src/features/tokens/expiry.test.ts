import { describe, expect, it } from 'vitest'
import { expiryAfter, expiryState } from './expiry.ts'

const NOW = Date.UTC(2026, 10, 15)

describe('the end of a token', () => {
  it('[UI87] lies that many days ahead, or nowhere', () => {
    expect(expiryAfter(90, NOW)).toBe('2027-02-13T00:00:00.000Z')
    expect(expiryAfter(undefined, NOW)).toBeNull()
  })

  it('[UI87] is announced before it happens', () => {
    expect(expiryState(null, NOW)).toBe('never')
    expect(expiryState(expiryAfter(90, NOW), NOW)).toBe('fine')
    expect(expiryState(expiryAfter(6, NOW), NOW)).toBe('soon')
    expect(expiryState(expiryAfter(0, NOW), NOW)).toBe('over')
  })
})
