import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '#domain/json.ts'
import { exceedsDepth, treeExceedsDepth } from './json-depth.ts'

const nested = (depth: number) => Buffer.from('['.repeat(depth) + ']'.repeat(depth))

describe('exceedsDepth', () => {
  it('[IN14] lets the limit pass and stops one level more', () => {
    expect(exceedsDepth(nested(20), 20)).toBe(false)
    expect(exceedsDepth(nested(21), 20)).toBe(true)
  })

  it('counts objects and arrays together', () => {
    expect(exceedsDepth(Buffer.from('{"a":[{"a":[{"a":[]}]}]}'), 5)).toBe(true)
    expect(exceedsDepth(Buffer.from('{"a":[{"a":[{"a":[]}]}]}'), 6)).toBe(false)
  })

  it('does not count brackets inside of strings, escaped quotes included', () => {
    const text = JSON.stringify({ a: '[[[[{{{{"[[[[\\', b: '\\"[[[[[' })
    expect(exceedsDepth(Buffer.from(text), 1)).toBe(false)
  })

  it('does not count siblings', () => {
    expect(exceedsDepth(Buffer.from(`[${'[],'.repeat(500)}[]]`), 2)).toBe(false)
  })

  it('ends on bytes that are no JSON at all', () => {
    expect(exceedsDepth(Buffer.from(`"${'\\'.repeat(99)}`), 3)).toBe(false)
    expect(exceedsDepth(Buffer.from(']'.repeat(99)), 3)).toBe(false)
  })

  it('looks at nothing outside of the given range', () => {
    const bytes = Buffer.concat([nested(50), Buffer.from('{"a":{}}'), nested(50)])
    expect(exceedsDepth(bytes, 2, 100, 108)).toBe(false)
  })
})

describe('treeExceedsDepth', () => {
  it('[IN14] says of a tree what is said of its bytes', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 12 }), fc.nat({ max: 12 }), (text, limit) => {
        expect(treeExceedsDepth(JSON.parse(text) as Json, limit)).toBe(
          exceedsDepth(Buffer.from(`${text}${' '.repeat(2 * limit + 1)}`), limit),
        )
      }),
    )
  })

  it('[IN14] goes no deeper than the limit', () => {
    const deep = JSON.parse(nested(500_000).toString()) as Json
    expect(treeExceedsDepth(deep, 20)).toBe(true)
  })
})
