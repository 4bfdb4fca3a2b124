import { describe, expect, it } from 'vitest'
import { parseSearch, SEARCH_LIMITS } from './parse.ts'
import type { SearchNode } from './node.ts'

/** `all[…]`, `any[…]`, `not x`, `!key=a|b`, and words as they are. */
function shape(node: SearchNode | undefined): string {
  if (node === undefined) return ''
  if (node.kind === 'word') return `${node.negated ? '!' : ''}${node.text}`
  if (node.kind === 'not') return `not ${shape(node.part)}`
  if (node.kind === 'filter') {
    const key = node.quotedKey ? `tag ${node.key}` : node.key
    return `${node.negated ? '!' : ''}${key}=${node.values.map(({ text }) => text).join('|')}`
  }
  return `${node.kind}${node.kind === 'all' && node.explicit ? '&' : ''}[${node.parts.map(shape).join('; ')}]`
}

const read = (text: string) => shape(parseSearch(text).node)
const fault = (text: string) => {
  const [error] = parseSearch(text).errors
  return error && `${error.code} ${text.slice(error.at, error.at + error.length)} @${error.at}`
}

describe('parseSearch', () => {
  it('[SE1] reads filters and words in any order', () => {
    expect(read('checkout is:resolved failed level:warning')).toBe(
      'all[checkout; is=resolved; failed; level=warning]',
    )
  })

  it('[SE1] takes a quoted phrase as one word, so that a pasted title finds its issue', () => {
    expect(read('"is:resolved, they said" x')).toBe('all[is:resolved, they said; x]')
    expect(read('"still open')).toBe('still open')
    expect(read(String.raw`"a \"b\" C:\temp \\"`)).toBe(String.raw`a "b" C:\temp \ `.trimEnd())
  })

  it('[SE1] leaves error names, addresses and calls as words', () => {
    expect(read('TypeError: https://shop.test/cart Error:x a: :b , !== render() ()')).toBe(
      'all[TypeError:; https://shop.test/cart; Error:x; a:; :b; ,; !==; render(); ()]',
    )
    expect(read('a) b')).toBe('all[a); b]')
  })

  it('[SE1] excludes with an exclamation mark and takes several values by comma', () => {
    expect(read('!release:1.0,1.1 env:a,"b, c",d level:error, !timeout !"a b"')).toBe(
      'all[!release=1.0|1.1; env=a|b, c|d; level=error; !timeout; !a b]',
    )
  })

  it('[SE1] reads values and keys in quotes as they are, whatever is in them', () => {
    expect(read(String.raw`browser:"Chrome 142" plan:"" !"my key":"a \"b\"" "level":x`)).toBe(
      'all[browser=Chrome 142; plan=; !tag my key=a "b"; tag level=x]',
    )
    expect(read('route:/[locale]/cart user:ann@x.test url:https://x/?a=1:2')).toBe(
      'all[route=/[locale]/cart; user=ann@x.test; url=https://x/?a=1:2]',
    )
    expect(read('browser:"Chro')).toBe('browser=Chro')
  })

  it('[SE1] reads a regular expression between slashes, spaces and commas and all', () => {
    const { node } = parseSearch('message:/time ?out, [0-9]+/i,x')
    expect(node).toMatchObject({
      values: [
        { text: 'time ?out, [0-9]+', written: 'regex_any_case' },
        { text: 'x', written: 'bare' },
      ],
    })
    expect(read('route:/a/b/')).toBe('route=/a/b/')
  })

  it('[SE51] reads brackets as a list only where they hold several values and nothing follows', () => {
    expect(read('k:[a, "b, c" ,d] e')).toBe('all[k=a|b, c|d; e]')
    expect(read('(k:[a,b]) (k:[/[id],b])')).toBe('all[k=a|b; k=/[id]|b]')
    expect(read('k:[a,b]c k:[a b] k:[a')).toBe('all[k=[a|b]c; k=[a; b]; k=[a]')
    expect(read('tags[a]:x tags["a b"]:y tags[]:z')).toBe('all[tag a=x; tag a b=y; tags[]:z]')
    expect(parseSearch('os:[ab, c]').node).toMatchObject({
      length: 10,
      values: [
        { at: 4, length: 2 },
        { at: 8, length: 1 },
      ],
    })
  })

  it('[SE2] binds NOT before AND before OR, and brackets before all', () => {
    expect(read('a b OR c AND NOT d e')).toBe('any[all[a; b]; all&[c; all[not d; e]]]')
    expect(read('(a OR b) c')).toBe('all[any[a; b]; c]')
    expect(read('!(a OR os:x) NOT (b c)')).toBe('all[not any[a; os=x]; not all[b; c]]')
    expect(read('(route:/(shop)/cart OR f(x))')).toBe('any[route=/(shop)/cart; f(x)]')
    expect(read('and or not')).toBe('all[and; or; not]')
  })

  it('[SE3] points at what cannot be read', () => {
    expect(fault('a OR')).toBe('missing_operand OR @2')
    expect(fault('OR a')).toBe('missing_operand OR @0')
    expect(fault('a AND OR b')).toBe('missing_operand OR @6')
    expect(fault('a NOT')).toBe('missing_operand NOT @2')
    expect(fault('a (b OR c')).toBe('unclosed_bracket ( @2')
    expect(fault('a (')).toBe('unclosed_bracket ( @2')
    expect(fault('a ( )')).toBe('empty_brackets ( @2')
    expect(fault('(a OR b)) c')).toBe('unopened_bracket ) @8')
    expect(fault('a ) (b')).toBe('unopened_bracket ) @2')
    expect(fault(') a')).toBe('unopened_bracket ) @0')
    expect(fault(`${'a'.repeat(SEARCH_LIMITS.chars)}bc`)).toBe(`too_long bc @${SEARCH_LIMITS.chars}`)
    expect(fault('a '.repeat(SEARCH_LIMITS.terms + 1))).toBe(`too_many_terms a @${SEARCH_LIMITS.terms * 2}`)
    expect(fault(`${'('.repeat(9)}a${')'.repeat(9)}`)).toBe('too_deep ( @8')
  })

  it('[SE1] knows where everything stands, so that one filter can be changed', () => {
    const text = '  a !os:"x y",z   b'
    const { node } = parseSearch(text)
    expect(node).toMatchObject({ kind: 'all', at: 2, length: text.length - 2 })
    expect(node).toMatchObject({
      parts: [
        { at: 2, length: 1 },
        {
          at: 4,
          length: 11,
          values: [
            { at: 8, length: 5 },
            { at: 14, length: 1 },
          ],
        },
        { at: 18, length: 1 },
      ],
    })
  })

  it('[SE1] asks for nothing when nothing is asked', () => {
    for (const text of ['', '  ', '""', '"'])
      expect(parseSearch(text)).toEqual({ node: undefined, errors: [] })
  })

  it('[SE3] answers for every text, and never throws', () => {
    const pieces = ['a', ':', '"', '\\', ',', '!', ' ', 'is', '//', '(', ')', 'OR ', 'NOT ', '*', '/']
    const count = pieces.length
    for (let seed = 0; seed < count ** 4; seed += 1) {
      let text = ''
      for (let rest = seed, length = 0; length < 4; length++, rest = Math.floor(rest / count))
        text += pieces[rest % count]!
      const { node, errors } = parseSearch(text)
      const [error] = errors
      if (error) expect(error.at + error.length).toBeLessThanOrEqual(text.length)
      else if (node) expect(node.at + node.length).toBeLessThanOrEqual(text.length)
    }
  })
})
