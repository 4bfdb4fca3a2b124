import { describe, expect, it } from 'vitest'
import { nextDigest } from './next-digest.ts'

describe('nextDigest', () => {
  it('[PL30] is the number that Next.js shows for a text that was thrown', () => {
    // As recorded: 0087-A-string-throw, whose digest hashes the text alone.
    expect(nextDigest('a bare string was thrown')).toBe('1346973816')
  })
})
