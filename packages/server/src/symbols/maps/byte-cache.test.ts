import { describe, expect, it } from 'vitest'
import { createByteCache } from './byte-cache.ts'

describe('cache by bytes', () => {
  it('[SM38] forgets what was not used for longest, so that any number of builds fits into the same memory', () => {
    const cache = createByteCache<number>(10)
    cache.set('a', 1, 4)
    cache.set('b', 2, 4)
    expect(cache.get('a')).toBe(1)
    cache.set('c', 3, 4)
    expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([1, undefined, 3])
    expect(cache.bytes).toBe(8)
  })

  it('[SM38] keeps nothing that is larger than all of it, and counts a replaced entry once', () => {
    const cache = createByteCache<number>(10)
    cache.set('a', 1, 4)
    cache.set('large', 2, 11)
    expect([cache.get('large'), cache.get('a'), cache.bytes]).toEqual([undefined, 1, 4])
    cache.set('a', 2, 6)
    expect([cache.get('a'), cache.bytes]).toEqual([2, 6])
    cache.set('a', 3, 11)
    expect([cache.get('a'), cache.bytes]).toEqual([undefined, 0])
  })
})
