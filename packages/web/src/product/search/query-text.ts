import { canonicalKey } from '@hindcast/contract/search/aliases.ts'
import { plainValue, quoted } from '@hindcast/contract/search/print.ts'
import { itemsOf, tokensOf, type QueryToken } from './query-tokens.ts'

export type Wanted = 'included' | 'excluded' | 'free'

export function writeToken(
  key: string,
  values: readonly string[],
  negated = false,
  quotedKey = false,
): string {
  const name = quotedKey ? quoted(key) : key
  return `${negated ? '!' : ''}${name}:${values.map(plainValue).join(',')}`
}

/** `env` and `environment` are one filter. */
export function facetKey(key: string): string {
  return canonicalKey(key)
}

function isOf(token: QueryToken, key: string): boolean {
  return !token.quotedKey && facetKey(token.key) === facetKey(key)
}

/** What the query says of one value. */
export function wantedOf(query: string, key: string, value: string): Wanted {
  const token = tokensOf(query).findLast((one) => isOf(one, key) && one.values.includes(value))
  if (token === undefined) return 'free'
  return token.negated ? 'excluded' : 'included'
}

/** The values the query names for a key. */
export function namedValues(query: string, key: string): readonly string[] {
  return [...new Set(tokensOf(query).flatMap((token) => (isOf(token, key) ? token.values : [])))]
}

/** The query with this value included, excluded or not mentioned; everything else stays as it was typed. */
export function withValue(query: string, key: string, value: string, wanted: Wanted): string {
  const items = itemsOf(query)
  const negated = wanted === 'excluded'
  if (items === undefined) {
    return wanted === 'free' ? query : `(${query.trim()}) ${writeToken(key, [value], negated)}`
  }
  let placed = wanted === 'free'
  const parts = items.flatMap((token) => {
    if (token.values === undefined || !isOf(token, key)) return [token.source]
    const values = token.values.filter((one) => one !== value)
    if (!placed && token.negated === negated) {
      placed = true
      values.push(value)
    }
    if (values.length === 0) return []
    const same = values.length === token.values.length && values.every((one) => token.values.includes(one))
    return [same ? token.source : writeToken(token.key, values, token.negated)]
  })
  if (!placed) parts.push(writeToken(key, [value], negated))
  return parts.join(' ')
}

/** The query with this one value of the key and no other. */
export function onlyValue(query: string, key: string, value: string): string {
  const others = namedValues(query, key).filter((one) => one !== value)
  const rest = others.reduce((text, other) => withValue(text, key, other, 'free'), query)
  return withValue(rest, key, value, 'included')
}

/** A second click on the same side takes the filter away again. */
export function toggleValue(
  query: string,
  key: string,
  value: string,
  wanted: 'included' | 'excluded',
): string {
  return withValue(query, key, value, wantedOf(query, key, value) === wanted ? 'free' : wanted)
}

/** The query without one filter, word, negation or pair of brackets, named as it was typed. */
export function withoutToken(query: string, source: string): string {
  const items = itemsOf(query)
  // With a NOT in it the query has no items, but what was typed can still be cut out of it.
  if (items === undefined) return ` ${query} `.replace(` ${source} `, ' ').trim()
  const gone = items.find((item) => item.source === source)
  return items
    .filter((item) => item !== gone)
    .map((item) => item.source)
    .join(' ')
}
