import { describe, expect, it } from 'vitest'
import {
  namedValues,
  onlyValue,
  toggleValue,
  wantedOf,
  withoutToken,
  withValue,
  writeToken,
} from './query-text.ts'
import { tokensOf } from './query-tokens.ts'

describe('the text of the query', () => {
  it('[UI30] is read as the server reads it: filters, quotes, lists, words and addresses', () => {
    const read = tokensOf(
      '  is:unresolved !browser:"Chrome 142",Safari "a phrase" TypeError:x https://x/y "my key":1',
    )
    expect(read.map(({ key, negated, values }) => [negated, key, ...values])).toEqual([
      [false, 'is', 'unresolved'],
      [true, 'browser', 'Chrome 142', 'Safari'],
      [false, '', 'a phrase'],
      [false, '', 'TypeError:x'],
      [false, '', 'https://x/y'],
      [false, 'my key', '1'],
    ])
    expect(read[1]).toMatchObject({ source: '!browser:"Chrome 142",Safari' })
  })

  it('[UI30] is written so that it is read back as the same values', () => {
    for (const value of [
      'a',
      'a b',
      'a,b',
      '"',
      String.raw`a\b "c"`,
      '',
      '//x',
      '/[locale]/cart',
      'ann@x.test',
    ]) {
      const [token] = tokensOf(writeToken('url', [value, 'z'], true))
      expect(token).toMatchObject({ key: 'url', negated: true, values: [value, 'z'] })
    }
    expect(tokensOf(writeToken('my "key"', ['x'], false, true))[0]).toMatchObject({
      key: 'my "key"',
      quotedKey: true,
    })
  })

  it('[UI31] takes a clicked value in, joins it to the filter that is there, and leaves the rest as typed', () => {
    expect(toggleValue('is:unresolved  cart', 'browser', 'Safari 18', 'included')).toBe(
      'is:unresolved cart browser:"Safari 18"',
    )
    expect(toggleValue('browser:Chrome cart', 'browser', 'Safari 18', 'included')).toBe(
      'browser:Chrome,"Safari 18" cart',
    )
    expect(toggleValue('env:a x', 'environment', 'b', 'included')).toBe('env:a,b x')
  })

  it('[UI31] takes a filter away when it is clicked again, and turns it round when the other side is', () => {
    expect(toggleValue('is:unresolved level:error', 'level', 'error', 'included')).toBe('is:unresolved')
    expect(toggleValue('level:error,fatal', 'level', 'error', 'included')).toBe('level:fatal')
    expect(toggleValue('level:error', 'level', 'error', 'excluded')).toBe('!level:error')
    expect(toggleValue('!level:error', 'level', 'error', 'excluded')).toBe('')
    expect(withValue('level:error !level:info', 'level', 'info', 'included')).toBe('level:error,info')
  })

  it('[UI31] knows which values are included and excluded, and never takes a tag in quotes for a filter', () => {
    expect(wantedOf('level:error !level:info', 'level', 'error')).toBe('included')
    expect(wantedOf('level:error !level:info', 'level', 'info')).toBe('excluded')
    expect(wantedOf('"level":error', 'level', 'error')).toBe('free')
    expect(namedValues('level:error,info !level:debug', 'level')).toEqual(['error', 'info', 'debug'])
    expect(toggleValue('"level":error', 'level', 'error', 'included')).toBe('"level":error level:error')
  })

  it('[UI160] leaves brackets alone, and puts an expression in brackets before it adds to it', () => {
    expect(toggleValue('(a OR b) level:error', 'level', 'info', 'included')).toBe('(a OR b) level:error,info')
    expect(toggleValue('a OR b', 'level', 'info', 'included')).toBe('(a OR b) level:info')
    expect(toggleValue('(a OR level:info)', 'level', 'info', 'excluded')).toBe(
      '(a OR level:info) !level:info',
    )
    expect(withoutToken('(a OR b) c', '(a OR b)')).toBe('c')
    expect(tokensOf('a OR b')).toEqual([])
    expect(tokensOf('(a')).toEqual([])
  })

  it('[UI160] asks for one value only, whatever was asked for before', () => {
    expect(onlyValue('level:error,info !level:debug x', 'level', 'info')).toBe('level:info x')
    expect(onlyValue('!level:info x', 'level', 'info')).toBe('x level:info')
    expect(onlyValue('x', 'level', 'info')).toBe('x level:info')
  })

  it('[UI160] puts what would be read as a pattern or a range in quotes', () => {
    expect(toggleValue('', 'route', '/cart/', 'included')).toBe('route:"/cart/"')
    expect(toggleValue('', 'plan', '>10', 'excluded')).toBe('!plan:">10"')
    expect(toggleValue('release:1.* x', 'release', '1.2', 'included')).toBe('release:1.* x release:1.2')
  })

  it('[UI31] drops the one filter that removed everything', () => {
    expect(withoutToken('is:unresolved release:4.2 cart', 'release:4.2')).toBe('is:unresolved cart')
    expect(withoutToken('x x y', 'x')).toBe('x y')
  })

  it('[UI31] drops one filter beside a NOT, and the NOT with what it negates, instead of the whole query', () => {
    expect(withoutToken('is:unresolved NOT cart', 'is:unresolved')).toBe('NOT cart')
    expect(withoutToken('is:unresolved NOT cart', 'NOT cart')).toBe('is:unresolved')
    expect(withoutToken('NOT cartoon cart level:error', 'cart')).toBe('NOT cartoon level:error')
    expect(withoutToken('a OR b', 'a OR b')).toBe('')
  })
})
