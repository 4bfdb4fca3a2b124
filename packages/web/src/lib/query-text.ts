/**
 * The text of the issue query, read as the server reads it (query/issue-search.ts), so that a click can change one
 * filter and leave what was typed around it alone.
 */
export interface QueryToken {
  /** Empty for a word. */
  readonly key: string
  /** A key in quotes is always that of a tag. */
  readonly quotedKey: boolean
  readonly negated: boolean
  readonly values: readonly string[]
  readonly source: string
  /** Where it begins, counted from 0. */
  readonly start: number
}

export type Wanted = 'included' | 'excluded' | 'free'

const QUOTED = /"((?:[^"\\]|\\.|\\$)*)(?:"|$)/y
const BARE_KEY = /([a-z_][\w.-]*):(?!\/\/)/y
const BARE_VALUE = /[^\s,]+/y
const WORD = /\S+/y

/** Two names of one thing. */
const SAME: Readonly<Record<string, string>> = { env: 'environment', transaction: 'route' }

export function tokensOf(query: string): readonly QueryToken[] {
  const tokens: QueryToken[] = []
  let index = query.search(/\S|$/)
  while (index < query.length) {
    const { end, ...read } = readFilter(query, index) ?? readWord(query, index)
    tokens.push({ ...read, start: index, source: query.slice(index, end) })
    index = end + query.slice(end).search(/\S|$/)
  }
  return tokens
}

type Read = Omit<QueryToken, 'start' | 'source'> & { readonly end: number }

function readFilter(query: string, start: number): Read | undefined {
  const negated = query[start] === '!'
  const key = readKey(query, negated ? start + 1 : start)
  if (key === undefined) return undefined
  const values: string[] = []
  let { end } = key
  for (;;) {
    const quoted = matchAt(QUOTED, query, end)
    const bare = quoted === undefined ? matchAt(BARE_VALUE, query, end) : undefined
    if (quoted !== undefined) values.push(unescaped(quoted.captured))
    else if (bare !== undefined) values.push(bare.whole)
    end = (quoted ?? bare)?.end ?? end
    if (query[end] !== ',') break
    end += 1
  }
  if (values.length === 0) return undefined
  return { key: key.text, quotedKey: key.quoted, negated, values, end }
}

function readKey(query: string, start: number) {
  const quoted = matchAt(QUOTED, query, start)
  if (quoted !== undefined && query[quoted.end] === ':')
    return { text: unescaped(quoted.captured), quoted: true, end: quoted.end + 1 }
  const bare = matchAt(BARE_KEY, query, start)
  return bare && { text: bare.captured, quoted: false, end: bare.end }
}

function readWord(query: string, start: number): Read {
  const quoted = matchAt(QUOTED, query, start)
  const word = quoted ?? matchAt(WORD, query, start)!
  const text = quoted === undefined ? word.whole : unescaped(word.captured)
  return { key: '', quotedKey: false, negated: false, values: [text], end: word.end }
}

function matchAt(pattern: RegExp, text: string, index: number) {
  pattern.lastIndex = index
  const match = pattern.exec(text)
  return match === null
    ? undefined
    : { whole: match[0], captured: match[1] ?? '', end: index + match[0].length }
}

function unescaped(text: string): string {
  return text.replace(/\\(["\\])/g, '$1')
}

function written(value: string): string {
  return /^(?!\/\/)[^\s,"]+$/.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
}

export function writeToken(
  key: string,
  values: readonly string[],
  negated = false,
  quotedKey = false,
): string {
  const name = quotedKey ? `"${key.replace(/["\\]/g, '\\$&')}"` : key
  return `${negated ? '!' : ''}${name}:${values.map(written).join(',')}`
}

/** `env` and `environment` are one filter. */
export function facetKey(key: string): string {
  return SAME[key] ?? key
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
  const negated = wanted === 'excluded'
  let placed = wanted === 'free'
  const parts = tokensOf(query).flatMap((token) => {
    if (!isOf(token, key)) return [token.source]
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

/** A second click on the same side takes the filter away again. */
export function toggleValue(
  query: string,
  key: string,
  value: string,
  wanted: 'included' | 'excluded',
): string {
  return withValue(query, key, value, wantedOf(query, key, value) === wanted ? 'free' : wanted)
}

/** The query without one filter or word, named as it was typed. */
export function withoutToken(query: string, source: string): string {
  const tokens = tokensOf(query)
  const gone = tokens.find((token) => token.source === source)
  return tokens
    .filter((token) => token !== gone)
    .map((token) => token.source)
    .join(' ')
}
