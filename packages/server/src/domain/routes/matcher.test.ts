import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { compileMatcher } from './matcher.ts'
import { parsePatterns } from './manifest.ts'
import { pathOf } from './url-path.ts'

const matcherOf = (...patterns: string[]) => compileMatcher(parsePatterns(patterns))
const routeOf = (patterns: string[], url: string) => matcherOf(...patterns).match(pathOf(url)!)

describe('matching a path', () => {
  it.each([
    ['/product/special', '/product/special', {}],
    ['/product/7', '/product/[id]', { id: '7' }],
    ['/product/7/reviews', '/product/[id]/reviews', { id: '7' }],
    ['/product/7/photos/3', '/product/[...rest]', { rest: '7/photos/3' }],
    ['/product', '/[page]', { page: 'product' }],
    ['/shop', '/shop/[[...filters]]', {}],
    ['/shop/red/xl', '/shop/[[...filters]]', { filters: 'red/xl' }],
    ['/', '/', {}],
  ])('[RT2] finds the route of %s as Next.js does: %s', (url, pattern, params) => {
    const patterns = [
      '/shop/[[...filters]]',
      '/[page]',
      '/product/[...rest]',
      '/product/[id]',
      '/product/[id]/reviews',
      '/product/special',
      '/',
    ]
    expect(routeOf(patterns, url)).toEqual({ pattern, params })
  })

  it('[RT2] goes back to a parameter when the fixed segment leads nowhere', () => {
    expect(routeOf(['/docs/intro', '/[lang]/guide'], '/docs/guide')).toEqual({
      pattern: '/[lang]/guide',
      params: { lang: 'docs' },
    })
  })

  it('[RT2] matches an optional segment that is there or absent, and a catch-all without a name', () => {
    expect(routeOf(['/:lang?/about'], '/about')).toEqual({ pattern: '/[[lang]]/about', params: {} })
    expect(routeOf(['/:lang?/about'], '/de/about')?.params).toEqual({ lang: 'de' })
    expect(routeOf(['/files/*'], '/files/a/b')).toEqual({ pattern: '/files/[...]', params: { '*': 'a/b' } })
    expect(routeOf(['/files/$'], '/files')).toEqual({ pattern: '/files/[...]', params: {} })
  })

  it('[RT1] leads no URL to an intercepted page', () => {
    expect(routeOf(['/feed/(..)photo/[id]'], '/feed/(..)photo/3')).toBeUndefined()
  })

  it('[RT2] decodes parameters, cuts long ones, and takes a name like __proto__ for a name', () => {
    expect(routeOf(['/product/[id]'], '/product/a%20b%C3%A9')?.params).toEqual({ id: 'a bé' })
    expect(routeOf(['/product/[id]'], '/product/%E0%A4%A')?.params).toEqual({ id: '%E0%A4%A' })
    const long = routeOf(['/[x]'], `/${'a'.repeat(1_000)}`)
    expect(long?.params['x']).toHaveLength(LIMITS.routes.paramChars)
    expect(Object.keys(routeOf(['/[__proto__]'], '/a')?.params ?? {})).toEqual(['__proto__'])
  })

  it('[RT4] gives up on a URL when it looked at as many places as it may', () => {
    const choices = (depth: number): string[] =>
      depth === 0 ? [''] : choices(depth - 1).flatMap((rest) => [`/a${rest}`, `/[p${String(depth)}]${rest}`])
    const patterns = choices(10).map((pattern) => `${pattern}/end`)
    expect(routeOf(patterns, `${'/a'.repeat(10)}/end`)?.pattern).toBe(`${'/a'.repeat(10)}/end`)
    expect(routeOf([...patterns, '/[...all]'], `${'/a'.repeat(10)}/other`)).toBeUndefined()
  })
})

describe('the path of a URL', () => {
  it.each([
    ['https://shop.example/product/7?q=1#top', ['product', '7']],
    ['//product///7/', ['product', '7']],
    ['https://shop.example', []],
    ['https://shop.example?next=/a', []],
    ['/a%2Fb', ['a/b']],
    ['app:///main.js', undefined],
    ['about:blank', undefined],
  ])('[RT3] of %s is %j', (url, path) => {
    expect(pathOf(url)).toEqual(path)
  })

  it('[RT4] of a URL that is too long is none', () => {
    expect(pathOf(`/${'a'.repeat(LIMITS.routes.pathChars)}`)).toBeUndefined()
    expect(pathOf('/a'.repeat(LIMITS.routes.pathSegments + 1))).toBeUndefined()
  })
})
