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

/** The same by filling a table, for patterns that would keep a regular expression busy. */
function byParts(pattern: string, text: string): boolean {
  let row = Array.from({ length: text.length + 1 }, (_, index) => index === 0)
  for (const char of pattern) {
    const next = row.map(() => false)
    for (let at = 0; at <= text.length; at++) {
      if (char === '*') next[at] = row[at]! || (at > 0 && next[at - 1]!)
      else next[at] = at > 0 && row[at - 1]! && (char === '?' || char === text[at - 1])
    }
    row = next
  }
  return row[text.length]!
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

  it('[GR102] matches a text in one pass, also for parts longer than a machine word', () => {
    const pattern = `${'*a'.repeat(90)}*b`
    let reads = 0
    const counted = (text: string) =>
      new Proxy(Object(text) as object, {
        get: (target, key) => {
          if (key === 'toLowerCase') return () => counted(text)
          if (key === 'length') return text.length
          reads += 1
          return Reflect.get(target, key) as unknown
        },
      }) as unknown as string
    expect(createGlob(pattern)(counted('a'.repeat(8_000)))).toBe(false)
    expect(createGlob(`*${'a'.repeat(150)}b`)(counted('a'.repeat(8_000)))).toBe(false)
    expect(createGlob(`*${'a'.repeat(150)}b*`)(counted('a'.repeat(8_000)))).toBe(false)
    expect(reads).toBeLessThan(3 * 8_500)
  })

  it('[GR102] answers as a regular expression would for long parts', () => {
    const pattern = fc.string({
      unit: fc.constantFrom('a', 'b', '?', 'a', 'a', '*'),
      minLength: 30,
      maxLength: 90,
    })
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 30, maxLength: 120 })
    fc.assert(
      fc.property(pattern, text, fc.nat(80), (wanted, given, at) => {
        const inside = given.slice(0, at) + wanted.replaceAll('?', 'a').replaceAll('*', 'b') + given.slice(at)
        for (const one of [given, inside])
          expect(createGlob(`*${wanted}*`)(one)).toBe(byParts(`*${wanted}*`, one))
      }),
      { numRuns: 500 },
    )
  })
})
