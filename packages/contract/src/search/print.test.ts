import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SearchNode } from './node.ts'
import { parseSearch } from './parse.ts'
import { plainValue, printSearch } from './print.ts'

/** Without places: those change with the spaces. */
function bare(node: SearchNode | undefined): unknown {
  return JSON.parse(
    JSON.stringify(node ?? null, (key, value: unknown) =>
      key === 'at' || key === 'length' ? undefined : value,
    ),
  )
}

const piece = fc.constantFrom(
  'a',
  'is:new',
  '!os:"x y",z',
  'k:/a b/i',
  '"p q"',
  '!w',
  '(',
  ')',
  'OR',
  'AND',
  'NOT',
  '!(',
  '"my key":1',
  'n:>3',
  'f()',
  'k:[a, "b c",/x/]',
  'k:[a]',
  'tags[my.key]:1',
)

describe('printSearch', () => {
  it('[SE4] writes what is read again as the same', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const { node, errors } = parseSearch(pieces.join(' '))
        if (errors.length > 0) return
        const printed = printSearch(node)
        expect(bare(parseSearch(printed).node)).toEqual(bare(node))
        expect(printSearch(parseSearch(printed).node)).toBe(printed)
      }),
      { numRuns: 2000 },
    )
  })

  it('[SE4] leaves what was typed as it was', () => {
    for (const text of ['a b OR c', '(a OR b) c', 'NOT (a b)', '!release:1.0,"b c" x', 'm:/a b/i AND n:>3'])
      expect(printSearch(parseSearch(text).node)).toBe(text)
  })

  it('[SE4] puts a value in quotes where it would be read as something else', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '/', '*', '(', ')', '"', '\\', ' ', ',', '>', '.', 'i') }),
        (text) => {
          const { node } = parseSearch(`(k:${plainValue(text)})`)
          expect(node).toMatchObject({ kind: 'filter', values: [{ text }] })
          const value = (node as SearchNode & { kind: 'filter' }).values[0]!
          if (value.written === 'bare') expect(text).not.toMatch(/\*|^[<>]|\.\./)
          else expect(value.written).toBe('quoted')
        },
      ),
      { numRuns: 2000 },
    )
    expect(plainValue('/[locale]/cart')).toBe('/[locale]/cart')
    expect(plainValue('/cart/')).toBe('"/cart/"')
    expect(plainValue('/cart..')).toBe('"/cart.."')
  })
})
