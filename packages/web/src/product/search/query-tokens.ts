import { plainValue } from '@hindcast/contract/search/print.ts'
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

export type Item = QueryToken | { readonly source: string; readonly values?: undefined }

/** What stands side by side, brackets as a whole; undefined where AND, OR or NOT join them. */
export function itemsOf(query: string): readonly Item[] | undefined {
  const items: Item[] = []
  let depth = 0
  let start = 0
  for (const token of scan(query)) {
    if (token.kind === 'open' && depth++ === 0) start = token.at
    if (token.kind === 'close' && --depth === 0) items.push({ source: query.slice(start, token.at + 1) })
    if (depth < 0) return undefined
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
