import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { parsePattern, printPattern } from './pattern.ts'

describe('a route pattern', () => {
  it.each([
    ['/product/:id', '/product/[id]'],
    ['/docs/:slug*', '/docs/[...slug]'],
    ['/shop/:filters*?', '/shop/[[...filters]]'],
    ['/:lang?/about', '/[[lang]]/about'],
    ['/files/*', '/files/[...]'],
    ['/users/$userId', '/users/[userId]'],
    ['/files/$', '/files/[...]'],
    ['/{-$lang}/opt', '/[[lang]]/opt'],
    ['/rr:lang?/opt', '/rr/[[lang]]/opt'],
    ['/(shop)/cart/@modal/[id]', '/cart/[id]'],
    ['/feed/(..)photo/[id]', '/feed/(..)photo/[id]'],
    ['/caf%C3%A9/', '/café'],
    ['/', '/'],
  ])('[RT1] reads %s as %s', (text, canonical) => {
    expect(parsePattern(text)?.text).toBe(canonical)
    expect(parsePattern(canonical)?.text).toBe(canonical)
  })

  it.each([
    ['/users/[id]', '/users/:id', '/users/$id'],
    ['/[[lang]]/opt', '/:lang?/opt', '/{-$lang}/opt'],
    ['/files/[...]', '/files/*', '/files/$'],
    ['/about', '/about', '/about'],
  ])('[RT1] writes %s as React Router and TanStack Router do', (text, reactRouter, tanstack) => {
    expect(printPattern(text, 'next')).toBe(text)
    expect(printPattern(text, 'react-router')).toBe(reactRouter)
    expect(printPattern(text, 'tanstack')).toBe(tanstack)
    expect(parsePattern(reactRouter)?.text).toBe(text)
    expect(parsePattern(tanstack)?.text).toBe(text)
  })

  it.each(['users', '/[...rest]/more', '/*/more', '/[]', '/:', '/:...', '/$...x', '/[a[b]'])(
    '[RT1] does not take %s for one',
    (text) => {
      expect(parsePattern(text)).toBeUndefined()
    },
  )

  it('[RT4] has a most of characters, segments and optional segments', () => {
    expect(parsePattern(`/${'a'.repeat(LIMITS.routes.patternChars)}`)).toBeUndefined()
    expect(parsePattern('/a'.repeat(LIMITS.routes.segments))).toBeDefined()
    expect(parsePattern('/a'.repeat(LIMITS.routes.segments + 1))).toBeUndefined()
    expect(parsePattern('/:a?'.repeat(LIMITS.routes.optionalSegments + 1))).toBeUndefined()
  })
})
