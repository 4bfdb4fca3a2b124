import type { FilterNode, Place, SearchValue, WordNode } from './node.ts'

export type SearchToken =
  | FilterNode
  | WordNode
  | (Place & { readonly kind: 'open' | 'close' | 'and' | 'or' | 'not' })

/** Ends at the closing quote or at the end of the text, because the user may still be typing. */
const QUOTED = /"((?:[^"\\]|\\.|\\$)*)(?:"|$)/y
/** Begins with a small letter, so that `TypeError:x` is a word; `//` behind the colon makes `https://…` one too. */
const BARE_KEY = /([a-z_][\w.-]*):(?!\/\/)/y
/** As Sentry writes tags and feature flags; a type behind a comma says nothing, because numbers are compared anyway. */
const BRACKET_KEY = /(tags|flags)\[(?:"([^"\]]+)"|([^\]",\s]+))(?:,\s?(?:string|number))?\]:/y
/** A path goes on behind its second slash; a regular expression ends there. */
const REGEX = /\/((?:[^/\\\n]|\\.)+)\/(i?)(?=[\s,)]|$)/y
/** Brackets of its own belong to it, as in `/users/[id]`. */
const LIST_ITEM = /(?:[^\s,"()[\]]|\[[^\s,"()[\]]*\])+/y
const OPERATOR = /(AND|OR|NOT)(?=[\s()]|$)/y
const SPACE = /\s*/y
const KIND = { AND: 'and', OR: 'or', NOT: 'not' } as const

/** `is:unresolved !release:1.0,1.1 (os:Windows OR "tag with spaces":x) some words "and a phrase"` */
export function scan(text: string): readonly SearchToken[] {
  const tokens: SearchToken[] = []
  let depth = 0
  let index = matchAt(SPACE, text, 0)!.end
  while (index < text.length) {
    const token = readSign(text, index) ?? readFilter(text, index, depth) ?? readWord(text, index, depth)
    if (token.kind === 'open') depth += 1
    if (token.kind === 'close') depth = Math.max(0, depth - 1)
    if (token.kind !== 'word' || token.text !== '') tokens.push(token)
    index = matchAt(SPACE, text, token.at + token.length)!.end
  }
  return tokens
}

function readSign(text: string, at: number): SearchToken | undefined {
  const operator = matchAt(OPERATOR, text, at)
  if (operator) return { kind: KIND[operator.whole as keyof typeof KIND], at, length: operator.whole.length }
  const pair = text.slice(at, at + 2)
  if (pair[0] === '(' && pair !== '()') return { kind: 'open', at, length: 1 }
  if (pair[0] === ')') return { kind: 'close', at, length: 1 }
  if (pair === '!(') return { kind: 'not', at, length: 1 }
  return undefined
}

function readFilter(text: string, at: number, depth: number): FilterNode | undefined {
  const negated = text[at] === '!'
  const key = readKey(text, negated ? at + 1 : at)
  if (!key) return undefined
  const { values, end } = readValues(text, key.end, depth)
  if (values.length === 0) return undefined
  return { kind: 'filter', key: key.text, quotedKey: key.quoted, negated, values, at, length: end - at }
}

function readKey(text: string, start: number) {
  const quoted = matchAt(QUOTED, text, start)
  if (quoted && text[quoted.end] === ':') {
    return { text: unescaped(quoted.captured), quoted: true, end: quoted.end + 1 }
  }
  const bracketed = readBracketKey(text, start)
  if (bracketed) return bracketed
  const bare = matchAt(BARE_KEY, text, start)
  return bare && { text: bare.captured, quoted: false, end: bare.end }
}

function readBracketKey(text: string, start: number) {
  BRACKET_KEY.lastIndex = start
  const match = BRACKET_KEY.exec(text)
  if (match === null) return undefined
  const [whole, kind, quoted, bare = ''] = match
  const name = quoted ?? bare
  // Feature flags are not stored: the key stays as it is written, for the error.
  if (kind === 'flags') return { text: `flags[${name}]`, quoted: false, end: start + whole.length }
  return { text: name, quoted: true, end: start + whole.length }
}

function readValues(text: string, start: number, depth: number) {
  const list = readList(text, start)
  if (list) return list
  const values: SearchValue[] = []
  let end = start
  for (let more = true; more;) {
    const value = readValue(text, end, depth)
    if (value) values.push(value)
    end += value?.length ?? 0
    more = text[end] === ','
    if (more) end += 1
  }
  return { values, end }
}

/** `[a, "b c"]`, with a comma: `[a]` by itself may be a value that is called so. */
function readList(text: string, start: number) {
  if (text[start] !== '[') return undefined
  const values: SearchValue[] = []
  for (let at = matchAt(SPACE, text, start + 1)!.end; ;) {
    const value = readListItem(text, at)
    if (!value) return undefined
    values.push(value)
    const { end } = matchAt(SPACE, text, at + value.length)!
    if (text[end] === ']' && values.length > 1 && isEnd(text[end + 1])) return { values, end: end + 1 }
    if (text[end] !== ',') return undefined
    at = matchAt(SPACE, text, end + 1)!.end
  }
}

function isEnd(character: string | undefined): boolean {
  return character === undefined || /[\s)]/.test(character)
}

function readListItem(text: string, at: number): SearchValue | undefined {
  const quoted = matchAt(QUOTED, text, at)
  if (quoted) return { text: unescaped(quoted.captured), written: 'quoted', at, length: quoted.whole.length }
  const bare = matchAt(LIST_ITEM, text, at)
  if (!bare) return undefined
  // Between slashes it is a path: outside of a list it would be a regular expression.
  const written = /^\/.*\/i?$/.test(bare.whole) ? 'quoted' : 'bare'
  return { text: bare.whole, written, at, length: bare.whole.length }
}

function readValue(text: string, at: number, depth: number): SearchValue | undefined {
  const quoted = matchAt(QUOTED, text, at)
  if (quoted) return { text: unescaped(quoted.captured), written: 'quoted', at, length: quoted.whole.length }
  const regex = matchAt(REGEX, text, at)
  if (regex) {
    const written = regex.whole.endsWith('i') ? 'regex_any_case' : 'regex'
    return { text: regex.captured, written, at, length: regex.whole.length }
  }
  const end = bareEnd(text, at, depth, ',')
  return end > at ? { text: text.slice(at, end), written: 'bare', at, length: end - at } : undefined
}

function readWord(text: string, at: number, depth: number): WordNode {
  const negated = /^![\p{L}\p{N}_"]/u.test(text.slice(at, at + 3))
  const start = negated ? at + 1 : at
  const quoted = matchAt(QUOTED, text, start)
  const end = quoted?.end ?? bareEnd(text, start, depth, '')
  const word = quoted ? unescaped(quoted.captured) : text.slice(start, end)
  return { kind: 'word', text: word, negated, quoted: quoted !== undefined, at, length: end - at }
}

/** A bracket that closes what was opened inside of a word, as in `render()`, belongs to the word. */
function bareEnd(text: string, start: number, depth: number, stop: string): number {
  let inside = 0
  let end = start
  for (; end < text.length; end++) {
    const character = text[end]!
    if (character === stop || /\s/.test(character)) break
    if (character === '(') inside += 1
    if (character === ')' && inside === 0 && depth > 0) break
    if (character === ')' && inside > 0) inside -= 1
  }
  return end
}

function matchAt(pattern: RegExp, text: string, index: number) {
  pattern.lastIndex = index
  const match = pattern.exec(text)
  return match ? { whole: match[0], captured: match[1] ?? '', end: index + match[0].length } : undefined
}

function unescaped(text: string): string {
  return text.replace(/\\(["\\])/g, '$1')
}
