import { describe, expect, it } from 'vitest'
import { isSecurityMediaType, readSecurityReports } from './security-report.ts'

const read = (body: unknown) => readSecurityReports(Buffer.from(JSON.stringify(body)))

describe('[IN8] reports of browsers', () => {
  it('in the older form', () => {
    expect(read({ 'csp-report': { 'blocked-uri': 'inline' } })).toEqual([
      { kind: 'csp', type: 'csp', fields: { 'blocked-uri': 'inline' }, age: undefined, userAgent: undefined },
    ])
  })

  it('in the form of the Reporting API, under the older names', () => {
    const body = {
      documentURL: 'http://a/',
      blockedURL: 'inline',
      effectiveDirective: 'script-src',
      disposition: 'report',
      sample: 'x()',
      lineNumber: 3,
    }
    expect(read([{ type: 'csp-violation', age: 12, url: 'http://a/', user_agent: 'UA', body }])).toEqual([
      {
        kind: 'csp',
        type: 'csp-violation',
        fields: {
          'document-uri': 'http://a/',
          'blocked-uri': 'inline',
          'effective-directive': 'script-src',
          disposition: 'report',
          'script-sample': 'x()',
          'line-number': 3,
        },
        age: 12,
        userAgent: 'UA',
      },
    ])
  })

  it.each([
    [{ 'expect-ct-report': { hostname: 'a' } }, 'expect-ct'],
    [{ 'expect-staple-report': { hostname: 'a' } }, 'expect-staple'],
    [{ 'known-pins': [], hostname: 'a' }, 'hpkp'],
    [{ type: 'deprecation', body: {} }, 'other'],
  ])('%j is %s', (body, kind) => {
    expect(read(body)).toMatchObject([{ kind }])
  })

  it('several at once', () => {
    expect(read([{ 'csp-report': {} }, { type: 'deprecation', body: {} }])).toHaveLength(2)
    expect(read([])).toEqual([])
  })

  it.each([
    [5, 'malformed'],
    [{}, 'malformed'],
    [{ 'csp-report': 'x' }, 'malformed'],
    [[{ 'csp-reports': {} }, null], 'malformed'],
    [Array.from({ length: 501 }, () => ({ 'csp-report': {} })), 'too_many_items'],
  ])('[IN5] refuses %j', (body, reason) => {
    expect(read(body)).toMatchObject({ reason })
  })

  it('[IN18] keeps the good reports beside a bad one', () => {
    expect(read([null, { 'csp-report': {} }])).toMatchObject([{ reason: 'malformed' }, { kind: 'csp' }])
  })

  it('[IN5] refuses bytes that are no report', () => {
    expect(readSecurityReports(Buffer.from('{'))).toMatchObject({ reason: 'malformed' })
    expect(readSecurityReports(Buffer.alloc(0))).toMatchObject({ reason: 'empty' })
    expect(readSecurityReports(Buffer.from('['.repeat(9999)))).toMatchObject({ reason: 'too_deep' })
  })

  it.each(['application/csp-report', 'Application/JSON; charset=utf-8', 'application/reports+json'])(
    'takes the media type %s',
    (type) => {
      expect(isSecurityMediaType(type)).toBe(true)
    },
  )

  it.each(['text/plain', '', undefined, 'application/jsonx'])('does not take the media type %j', (type) => {
    expect(isSecurityMediaType(type)).toBe(false)
  })
})
