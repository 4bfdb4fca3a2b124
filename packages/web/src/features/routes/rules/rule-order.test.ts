import { describe, expect, it } from 'vitest'
import { moved } from './rule-order.ts'

describe('the order of route rules', () => {
  it('[RT36] changes by one place, and not beyond either end', () => {
    const ids = ['a', 'b', 'c']
    expect(moved(ids, 'b', -1)).toEqual(['b', 'a', 'c'])
    expect(moved(ids, 'b', 1)).toEqual(['a', 'c', 'b'])
    expect([moved(ids, 'a', -1), moved(ids, 'c', 1), moved(ids, 'x', 1)]).toEqual([ids, ids, ids])
  })
})
