import { describe, expect, it } from 'vitest'
import { asWritten, isComponentStack, type SentFrame } from './original-frame.ts'

const SENT: SentFrame = {
  function: 'n',
  module: null,
  filename: '/assets/index-Cx02LmPa.js',
  absPath: 'https://shop.test/assets/index-Cx02LmPa.js',
  line: 1,
  column: 2041,
  inApp: true,
  preContext: [],
  contextLine: '{snip} n(t) {snip}',
  postContext: [],
  vars: { t: 1 },
  original: null,
  map: null,
}
const ORIGINAL = {
  filename: 'src/cart.ts',
  source: '../../src/cart.ts',
  function: 'priceOf',
  line: 3,
  column: 14,
  inApp: false,
  preContext: ['a'],
  contextLine: 'b',
  postContext: ['c'],
}

describe('a frame where it was written', () => {
  it('[UI120] has the name, place, source and origin that its map gives, and the rest as it was sent', () => {
    expect(asWritten({ ...SENT, original: ORIGINAL })).toMatchObject({
      function: 'priceOf',
      filename: 'src/cart.ts',
      line: 3,
      column: 14,
      inApp: false,
      preContext: ['a'],
      contextLine: 'b',
      postContext: ['c'],
      absPath: 'https://shop.test/assets/index-Cx02LmPa.js',
      vars: { t: 1 },
    })
  })

  it('[UI120] shows no built source under a place whose source is not in the map', () => {
    const bare = { ...ORIGINAL, preContext: [], contextLine: null, postContext: [] }
    expect(asWritten({ ...SENT, original: bare }).contextLine).toBeNull()
  })

  it('[UI120] is as it was sent where there is no map, and keeps its name where the map has none', () => {
    expect(asWritten(SENT)).toBe(SENT)
    expect(asWritten({ ...SENT, original: { ...ORIGINAL, function: null } }).function).toBe('n')
  })

  it('[UI124] distinguishes component stacks from errors by their type', () => {
    expect(isComponentStack({ type: 'React ErrorBoundary TypeError' })).toBe(true)
    expect(isComponentStack({ type: 'TypeError' })).toBe(false)
    expect(isComponentStack({ type: null })).toBe(false)
  })
})
