import { describe, expect, it } from 'vitest'
import { askedAt, suggestionsFor } from './suggestions.ts'

const KNOWN = [
  {
    key: 'browser',
    values: [
      { value: 'Safari 18', issues: 8 },
      { value: 'Chrome 156', issues: 7 },
    ],
  },
  { key: 'environment', values: [{ value: 'production', issues: 3 }] },
  { key: 'level', values: [{ value: 'error', issues: 7 }] },
]
const textsFor = (query: string, caret = query.length) =>
  suggestionsFor(query, caret, KNOWN).map(({ text }) => text)
const taken = (query: string, text: string, caret = query.length) =>
  suggestionsFor(query, caret, KNOWN).find((one) => one.text === text)

describe('suggestions under the query', () => {
  it('[UI37] offer the keys that begin as typed, then the values of the chosen one', () => {
    expect(textsFor('is:unresolved bro')).toEqual(['browser:', 'browser.name:'])
    expect(textsFor('!bro')).toEqual(['!browser:', '!browser.name:'])
    expect(textsFor('browser:')).toEqual(['Safari 18', 'Chrome 156'])
    expect(textsFor('browser:chr')).toEqual(['Chrome 156'])
    expect(textsFor('env:')).toEqual(['production'])
    expect(textsFor('"a phrase bro')).toEqual([])
  })

  it('[UI37] offer what a filter always takes, counted values first', () => {
    expect(textsFor('level:')).toEqual(['error', 'fatal', 'warning', 'info', 'debug'])
    expect(textsFor('assigned:m')).toEqual(['me'])
    expect(textsFor('is:')).toEqual(
      expect.arrayContaining(['unresolved', 'resolved', 'ignored', 'regressed', 'escalating']),
    )
    expect(textsFor('times:')).toEqual(['>10', '>100', '>1000'])
    expect(taken('age:', '-24h')?.query).toBe('age:-24h ')
    expect(taken('times:', '>10')?.query).toBe('times:>10 ')
  })

  it('[SE33] offer the releases that one can be compared with behind the sign, and keep the sign', () => {
    const known = [{ key: 'release', values: [{ value: 'shop@1.10' }, { value: 'shop@1.9' }] }]
    const queries = (query: string) => suggestionsFor(query, query.length, known).map((one) => one.query)
    expect(queries('release:>')).toEqual(['release:>shop@1.10 ', 'release:>shop@1.9 '])
    expect(queries('a !release:dev,<=1.1')).toEqual(['a !release:dev,<=shop@1.10 '])
    expect(askedAt('release:>=sh', 12)).toEqual({ key: 'release', prefix: 'sh' })
    expect(textsFor('times:>10')).toEqual(['>10', '>100', '>1000'])
  })

  it('[UI162] offer filters behind an open bracket, and ask for values that no facet counts', () => {
    expect(taken('(bro', 'browser:')?.query).toBe('(browser:')
    expect(textsFor('a OR (level:')).toContain('fatal')
    expect(textsFor('timestamp:')).toEqual(['-1h', '-24h'])
    expect(askedAt('x plan:pr', 9)).toEqual({ key: 'plan', prefix: 'pr' })
    expect(askedAt('x level:', 8)).toBeUndefined()
    expect(askedAt('x plan', 6)).toEqual({ key: '', prefix: 'p' })
    expect(askedAt('has:ti', 6)).toEqual({ key: '', prefix: 't' })
  })

  it('[UI201] offer the keys of tags behind those of filters, in quotes where they are called alike', () => {
    const tags = [{ key: '', values: [{ value: 'tier' }, { value: 'times' }, { value: 'Build' }] }]
    const texts = (query: string) => suggestionsFor(query, query.length, tags).map(({ text }) => text)
    expect(texts('ti')).toEqual(['title:', 'times:', 'timestamp:', 'tier:', '"times":'])
    expect(texts('!b')).toEqual(['!browser:', '!browser.name:', '!"Build":'])
    expect(texts('has:ti')).toEqual(['stack.function', 'tier', 'times'])
    expect(suggestionsFor('has:tie', 7, tags)[0]?.query).toBe('has:tier ')
    expect(suggestionsFor('has:tim', 7, tags)[0]?.query).toBe('has:"times" ')
  })

  it('[UI37] complete the names that Sentry has, and quote tags that are called like one of its filters', () => {
    expect(textsFor('error.')).toEqual(['error.unhandled:', 'error.handled:', 'error.type:', 'error.value:'])
    expect(textsFor('stack.f')).toEqual(['stack.filename:', 'stack.function:'])
    expect(textsFor('error.handled:')).toEqual(['yes', 'no'])
    expect(textsFor('is:')).not.toContain('archived')
    expect(textsFor('')).not.toContain('error.type:')
    const tags = [{ key: '', values: [{ value: 'geo.city' }, { value: 'geography' }] }]
    expect(suggestionsFor('geo', 3, tags).map(({ text }) => text)).toEqual(['"geo.city":', 'geography:'])
  })

  it('[UI201] leave the closing bracket and the rest of a value in quotes where they belong', () => {
    expect(taken('(is:new OR bro)', 'browser:', 14)?.query).toBe('(is:new OR browser:)')
    expect(taken('(browser:saf) cart', 'Safari 18', 12)).toMatchObject({
      query: '(browser:"Safari 18") cart',
      caret: 20,
    })
    expect(taken('browser:"Saf 17" cart', 'Safari 18', 12)?.query).toBe('browser:"Safari 18" cart')
    expect(taken('browser:"Saf cart', 'Safari 18', 12)?.query).toBe('browser:"Safari 18" cart')
    expect(taken('!(bro', 'browser:')?.query).toBe('!(browser:')
  })

  it('[UI37] complete the filter at the caret and keep what stands around it', () => {
    expect(taken('is:unresolved bro', 'browser:')).toMatchObject({
      query: 'is:unresolved browser:',
      complete: false,
    })
    expect(taken('browser:saf', 'Safari 18')).toMatchObject({
      query: 'browser:"Safari 18" ',
      complete: true,
      issues: 8,
    })
    expect(taken('x browser:s cart', 'Safari 18', 11)).toMatchObject({
      query: 'x browser:"Safari 18" cart',
      caret: 22,
    })
    expect(taken('!browser:"Safari 18",chr', 'Chrome 156')?.query).toBe('!browser:"Safari 18","Chrome 156" ')
    expect(taken('browser:"Chrome 1', 'Chrome 156')?.query).toBe('browser:"Chrome 156" ')
  })
})
