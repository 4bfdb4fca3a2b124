import { describe, expect, it } from 'vitest'
import { SENTRY_ENDPOINTS } from './endpoints.ts'
import { SENTRY_UNPUBLISHED } from './unpublished.ts'

describe('endpoints that Sentry does not publish', () => {
  const likes = Object.entries(SENTRY_UNPUBLISHED).flatMap(([name, source]) =>
    'like' in source ? [[name as keyof typeof SENTRY_ENDPOINTS, source.like] as const] : [],
  )

  it.each(likes)('[AP157] %s is declared with the answer of %s', (name, other) => {
    const [own, held] = [SENTRY_ENDPOINTS[name].response, SENTRY_ENDPOINTS[other].response]
    expect(own.type).toBe(held.type)
    expect('item' in own ? own.item : own).toBe('item' in held ? held.item : held)
  })

  it('[AP157] take their shape from one that is held itself', () => {
    for (const [, other] of likes)
      expect([undefined, 'client']).toContain(Object.keys(SENTRY_UNPUBLISHED[other] ?? {})[0])
  })
})
