import { describe, expect, it } from 'vitest'
import { SEARCH_LIMITS } from './parse.ts'
import { excessStar, globTest } from './pattern.ts'

describe('a pattern with stars', () => {
  it.each([
    ['a*', 'Abc', true],
    ['*c', 'abC', true],
    ['*b*', 'abc', true],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['ab*bc', 'abc', false],
    ['*b*b*', 'abc', false],
    ['a**c', 'abc', true],
    ['*', '', true],
    ['a.c*', 'abcd', false],
    ['*x*y*z', 'xxyyzz', true],
    ['*x*y*z', 'zyx', false],
  ])('[SE34] %s on %s is %s', (pattern, text, matches) => {
    expect(globTest(pattern)(text)).toBe(matches)
  })

  it('[SE34] is found out at once on a long run of one letter', () => {
    expect(globTest(`${'*a'.repeat(10)}*b`)('a'.repeat(8192))).toBe(false)
    expect(globTest(`${'*a'.repeat(10)}*b`)(`${'a'.repeat(8192)}b`)).toBe(true)
  })

  it('[SE35] has a bounded number of stars, of which several side by side are one', () => {
    const { stars } = SEARCH_LIMITS
    expect(excessStar('a*'.repeat(stars))).toBeUndefined()
    expect(excessStar('a***'.repeat(stars))).toBeUndefined()
    expect(excessStar('a*'.repeat(stars + 1))).toBe(2 * stars + 1)
  })
})
