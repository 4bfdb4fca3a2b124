import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#domain/json.ts'
import { readReport } from './security-report.ts'

const csp = (fields: JsonObject) => readReport({ kind: 'csp', fields })

describe('readReport', () => {
  it('[PL13] names what was blocked and where it came from', () => {
    expect(
      csp({ 'effective-directive': 'script-src-elem', 'blocked-uri': 'https://cdn.evil.example/x.js' }),
    ).toMatchObject({
      title: "Blocked 'script' from 'cdn.evil.example'",
      rule: 'script-src-elem',
      source: 'cdn.evil.example',
    })
  })

  it('[PL13] knows inline code, eval, schemes and the page itself', () => {
    const titles = ['inline', 'eval', 'data', 'blob:https://x', 'https://shop.example/a.js', ''].map(
      (blocked) =>
        csp({
          'violated-directive': "script-src 'self'",
          'blocked-uri': blocked,
          'document-uri': 'https://shop.example/cart',
        })?.title,
    )
    expect(titles).toEqual([
      "Blocked inline 'script'",
      "Blocked eval() 'script'",
      "Blocked 'script' from 'data'",
      "Blocked 'script' from 'blob:'",
      "Blocked 'script' from 'self'",
      "Blocked 'script' from 'self'",
    ])
  })

  it('[PL13] reads certificate reports by their host', () => {
    expect(readReport({ kind: 'expect-ct', fields: { hostname: 'shop.example' } })).toMatchObject({
      source: 'shop.example',
    })
    expect(readReport({ kind: 'deprecation', fields: {} })).toBeUndefined()
  })
})
