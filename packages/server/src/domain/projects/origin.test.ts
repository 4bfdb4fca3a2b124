import { describe, expect, it } from 'vitest'
import { isOriginAllowed } from './origin.ts'

const ALLOWED = ['https://shop.example.com', '*.example.org', 'localhost:3000']

describe('[IN13] allowed origins', () => {
  it.each([
    'https://shop.example.com',
    'https://SHOP.example.com',
    'http://a.b.example.org',
    'https://example.org:8443',
    'http://localhost:3000',
  ])('let %s send', (origin) => {
    expect(isOriginAllowed(ALLOWED, origin, undefined)).toBe(true)
  })

  it.each([
    'http://shop.example.com',
    'https://shop.example.com.evil.test',
    'https://evilexample.org',
    'http://localhost:3001',
    'null',
    '',
  ])('do not let %j send', (origin) => {
    expect(isOriginAllowed(ALLOWED, origin, undefined)).toBe(false)
  })

  it('look at the referer where there is no origin', () => {
    expect(isOriginAllowed(ALLOWED, undefined, 'https://shop.example.com/cart?x=https://evil.test')).toBe(
      true,
    )
    expect(isOriginAllowed(ALLOWED, undefined, 'https://evil.test/https://shop.example.com')).toBe(false)
  })

  it('let servers send, which have neither', () => {
    expect(isOriginAllowed(ALLOWED, undefined, undefined)).toBe(true)
  })

  it('allow every origin without a list, or with a star', () => {
    expect(isOriginAllowed([], 'https://evil.test', undefined)).toBe(true)
    expect(isOriginAllowed(['*'], 'null', undefined)).toBe(true)
  })
})
