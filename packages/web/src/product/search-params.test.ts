import { describe, expect, it } from 'vitest'
import { parsePlainSearch, writePlainSearch } from '#lib/routing/plain-search.ts'
import { readConnectSearch, readIntakeSearch, readSignInSearch, readStreamSearch } from './search-params.ts'

describe('what an address says about a screen', () => {
  it('[UI22] survives writing and reading, queries with colons, spaces and quotes included', () => {
    const view = { q: 'is:unresolved !browser:"Safari 26" 100% a&b=c ü', sort: 'events', peek: '12' }
    expect(readStreamSearch(parsePlainSearch(writePlainSearch(view)))).toEqual(view)
    const snippet = { for: 'react', dsn: 'env', via: 'tunnel' }
    expect(readConnectSearch(parsePlainSearch(writePlainSearch(snippet)))).toEqual(snippet)
    const intake = { last: '7d', outcome: 'kept_raw' }
    expect(readIntakeSearch(parsePlainSearch(writePlainSearch(intake)))).toEqual(intake)
  })

  it('[UI22] falls back to the usual view where it says nonsense, so that an old link never breaks', () => {
    expect(readStreamSearch({ sort: 'magic', period: 7, peek: 'x', other: [] })).toEqual({})
    expect(readIntakeSearch({ last: '99y', outcome: 'lost' })).toEqual({})
    expect(readConnectSearch({ for: 'cobol', dsn: 'paper', via: 'pigeon' })).toEqual({})
  })

  it('[UI219] never redirects to another site after signing in', () => {
    expect(readSignInSearch({ next: '/issues/1?x=2' })).toEqual({ next: '/issues/1?x=2' })
    for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      expect(readSignInSearch({ next })).toEqual({})
    }
  })
})
