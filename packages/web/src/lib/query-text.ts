import { canonicalKey } from '@hindcast/contract/search/aliases.ts'
import { plainValue, quoted } from '@hindcast/contract/search/print.ts'
import { scan, type SearchToken } from '@hindcast/contract/search/scan.ts'

/** A filter or a word of the query that stands by itself, so that a click can change it and nothing else. */
export interface QueryToken {
  /** Empty for a word. */
  readonly key: string
  /** A key in quotes is always that of a tag. */
  readonly quotedKey: boolean
  readonly negated: boolean
  readonly values: readonly string[]
  readonly source: string
}

export type Wanted = 'included' | 'excluded' | 'free'

type Item = QueryToken | { readonly source: string; readonly values?: undefined }

/** What stands side by side, brackets as a whole; undefined where AND, OR or NOT join them. */
function itemsOf(query: string): readonly Item[] | undefined {
  const items: Item[] = []
  let depth = 0
  let start = 0
  for (const token of scan(query)) {
    if (token.kind === 'open' && depth++ === 0) start = token.at
    if (token.kind === 'close' && --depth === 0) items.push({ source: query.slice(start, token.at + 1) })
    if (depth > 0 || token.kind === 'close') continue
    if (token.kind !== 'filter' && token.kind !== 'word') return undefined
    items.push(asToken(token, query))
  }
  return depth === 0 ? items : undefined
}

function asToken(token: SearchToken & { readonly kind: 'filter' | 'word' }, query: string): Item {
  const source = query.slice(token.at, token.at + token.length)
  if (token.kind === 'word')
    return { key: '', quotedKey: false, negated: token.negated, values: [token.text], source }
  const { key, quotedKey, negated, values } = token
  // A pattern or a range is no value that anything has, and is left as it is.
  const plain = values.every(
    ({ text, written }) => written === 'quoted' || (written === 'bare' && plainValue(text) === text),
  )
  return plain ? { key, quotedKey, negated, values: values.map(({ text }) => text), source } : { source }
}

/** The filters and words that stand by themselves; none where the query is an expression. */
export function tokensOf(query: string): readonly QueryToken[] {
  return itemsOf(query)?.filter((item) => item.values !== undefined) ?? []
}

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

/** The query without one filter, word or pair of brackets, named as it was typed. */
export function withoutToken(query: string, source: string): string {
  const items = itemsOf(query) ?? []
  const gone = items.find((item) => item.source === source)
  return items
    .filter((item) => item !== gone)
    .map((item) => item.source)
    .join(' ')
}
