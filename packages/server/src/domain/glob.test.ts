import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGlob } from './glob.ts'

/** The same by other means. */
function byPattern(pattern: string, text: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${source}$`, 'is').test(text)
}

describe('createGlob', () => {
  it('[PL45] answers as a regular expression would, for every pattern and text', () => {
    const pattern = fc.string({ unit: fc.constantFrom('a', 'B', '*', '?', '.'), maxLength: 8 })
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '.', '\n'), maxLength: 12 })
    fc.assert(
      fc.property(pattern, text, (wanted, given) => {
        expect(createGlob(wanted)(given)).toBe(byPattern(wanted, given))
      }),
      { numRuns: 2000 },
    )
  })

  it('[PL45] is done with a pattern that would keep a regular expression busy for ever', () => {
    expect(createGlob(`${'*a'.repeat(90)}*b`)('a'.repeat(8000))).toBe(false)
  })
})
