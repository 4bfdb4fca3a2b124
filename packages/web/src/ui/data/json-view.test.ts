import { describe, expect, it } from 'vitest'
import { leavesOf } from './json-view.tsx'

describe('searching in JSON', () => {
  it('[UI59] reaches every value by its path, empty lists and objects too', () => {
    expect(leavesOf({ a: [{ b: 'x' }, 2], c: {}, d: null })).toEqual([
      ['a.0.b', '"x"'],
      ['a.1', '2'],
      ['c', '{}'],
      ['d', 'null'],
    ])
  })
})
