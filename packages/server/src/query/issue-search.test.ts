import { describe, expect, it } from 'vitest'
import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import { parseIssueSearch } from './issue-search.ts'

/** `!key=a|b` for filters, the text itself for words. */
const read = (text: string) =>
  parseIssueSearch(text).terms.map((term) => {
    if (term.kind === 'word') return term.text
    const key = term.quotedKey ? `tag ${term.key}` : term.key
    return `${term.negated ? '!' : ''}${key}=${term.values.map((value) => value.text).join('|')}`
  })

describe('parseIssueSearch', () => {
  it('[AP8] reads filters and words in any order', () => {
    expect(read('checkout is:resolved failed level:warning')).toEqual([
      'checkout',
      'is=resolved',
      'failed',
      'level=warning',
    ])
  })

  it('[AP8] takes a quoted phrase as one word, so that a pasted title finds its issue', () => {
    expect(read('"is:resolved, they said" x')).toEqual(['is:resolved, they said', 'x'])
    expect(read('"still open')).toEqual(['still open'])
    expect(read(String.raw`"a \"b\" C:\temp \\"`)).toEqual([String.raw`a "b" C:\temp \ `.trimEnd()])
  })

  it('[AP8] leaves error names and addresses as words', () => {
    expect(read('TypeError: https://shop.test/cart Error:x a: :b , !c')).toEqual([
      'TypeError:',
      'https://shop.test/cart',
      'Error:x',
      'a:',
      ':b',
      ',',
      '!c',
    ])
  })

  it('[AP8] excludes with an exclamation mark and takes several values by comma', () => {
    expect(read('!release:1.0,1.1 env:a,"b, c",d level:error,')).toEqual([
      '!release=1.0|1.1',
      'env=a|b, c|d',
      'level=error',
    ])
  })

  it('[AP8] reads values and keys in quotes as they are, whatever is in them', () => {
    expect(read(String.raw`browser:"Chrome 142" plan:"" !"my key":"a \"b\"" "level":x`)).toEqual([
      'browser=Chrome 142',
      'plan=',
      '!tag my key=a "b"',
      'tag level=x',
    ])
    expect(read('route:/[locale]/cart user:ann@x.test url:https://x/?a=1:2')).toEqual([
      'route=/[locale]/cart',
      'user=ann@x.test',
      'url=https://x/?a=1:2',
    ])
    expect(read('browser:"Chro')).toEqual(['browser=Chro'])
  })

  it('[AP8] knows where everything stands and how it was written, so that one filter can be left out', () => {
    const [first, second, third] = parseIssueSearch('  a !os:"x y",z   b').terms
    expect(first).toMatchObject({ at: 3, source: 'a' })
    expect(second).toMatchObject({ at: 5, source: '!os:"x y",z', values: [{ at: 9 }, { at: 15 }] })
    expect(third).toMatchObject({ at: 19, source: 'b' })
  })

  it('[AP8] filters by nothing when nothing is asked', () => {
    for (const text of ['', '  ', '""', '"']) expect(read(text)).toEqual([])
  })

  it('[AP8] says where it stops counting', () => {
    const attempt = () => parseIssueSearch('a '.repeat(LIMITS.search.terms + 1))
    expect(attempt).toThrow(AppError)
    expect(attempt).toThrow(`at position ${LIMITS.search.terms * 2 + 1}`)
  })

  it('[AP8] ends for every text, and loses none of it', () => {
    const pieces = ['a', ':', '"', '\\', ',', '!', ' ', 'is', '//']
    for (let seed = 0; seed < 9 ** 4; seed++) {
      let rest = seed
      let text = ''
      for (let length = 0; length < 4; length++, rest = Math.floor(rest / 9)) text += pieces[rest % 9]!
      const kept = parseIssueSearch(text).terms.map(({ source }) => source)
      expect(kept.join('').replaceAll(/\s|"/g, '')).toBe(text.replaceAll(/\s|"/g, ''))
    }
  })
})
