import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'

/** What somebody typed, read but not yet understood: which keys exist and what they take is decided elsewhere. */
export interface IssueSearch {
  /** All of these must hold. */
  readonly terms: readonly SearchTerm[]
}

export type SearchTerm = FilterTerm | WordTerm

interface Term {
  /** Position of the first character, counted from 1. */
  readonly at: number
  /** As typed. */
  readonly source: string
}

export interface FilterTerm extends Term {
  readonly kind: 'filter'
  readonly key: string
  /** A key in quotes is always that of a tag, whatever it is called. */
  readonly quotedKey: boolean
  readonly negated: boolean
  /** Any of these; at least one. */
  readonly values: readonly SearchValue[]
}

export interface WordTerm extends Term {
  readonly kind: 'word'
  readonly text: string
}

export interface SearchValue {
  readonly text: string
  readonly at: number
}

/** Ends at the closing quote, or where the text does: somebody may still be typing. */
const QUOTED = /"((?:[^"\\]|\\.|\\$)*)(?:"|$)/y
/** Begins with a small letter, so that `TypeError:x` is a word; `//` behind the colon makes `https://…` one too. */
const BARE_KEY = /([a-z_][\w.-]*):(?!\/\/)/y
const BARE_VALUE = /[^\s,]+/y
const WORD = /\S+/y
const SPACE = /\s*/y

/** `is:unresolved !release:1.0,1.1 "tag with spaces":x some words "and a phrase"` */
export function parseIssueSearch(text: string): IssueSearch {
  const terms: SearchTerm[] = []
  let index = matchAt(SPACE, text, 0)!.end
  while (index < text.length) {
    if (terms.length === LIMITS.search.terms) {
      throw unreadable(
        `There are more than ${LIMITS.search.terms} filters and words at position ${index + 1}.`,
      )
    }
    const { term, end } = readFilter(text, index) ?? readWord(text, index)
    const read = { ...term, at: index + 1, source: text.slice(index, end) }
    if (read.kind === 'filter' || read.text !== '') terms.push(read)
    index = matchAt(SPACE, text, end)!.end
  }
  return { terms }
}

type Read<T extends SearchTerm> = { readonly term: Omit<T, keyof Term>; readonly end: number }

function readFilter(text: string, start: number): Read<FilterTerm> | undefined {
  const negated = text[start] === '!'
  const key = readKey(text, negated ? start + 1 : start)
  if (!key) return undefined
  const { values, end } = readValues(text, key.end)
  if (values.length === 0) return undefined
  return { term: { kind: 'filter', key: key.text, quotedKey: key.quoted, negated, values }, end }
}

function readKey(text: string, start: number) {
  const quoted = matchAt(QUOTED, text, start)
  if (quoted && text[quoted.end] === ':') {
    return { text: unescaped(quoted.captured), quoted: true, end: quoted.end + 1 }
  }
  const bare = matchAt(BARE_KEY, text, start)
  return bare && { text: bare.captured, quoted: false, end: bare.end }
}

function readValues(text: string, start: number): { readonly values: SearchValue[]; readonly end: number } {
  const values: SearchValue[] = []
  let end = start
  for (let more = true; more;) {
    const quoted = matchAt(QUOTED, text, end)
    const bare = quoted ? undefined : matchAt(BARE_VALUE, text, end)
    if (quoted) values.push({ text: unescaped(quoted.captured), at: end + 1 })
    else if (bare) values.push({ text: bare.whole, at: end + 1 })
    end = (quoted ?? bare)?.end ?? end
    more = text[end] === ','
    if (more) end += 1
  }
  return { values, end }
}

function readWord(text: string, start: number): Read<WordTerm> {
  const quoted = matchAt(QUOTED, text, start)
  if (quoted) return { term: { kind: 'word', text: unescaped(quoted.captured) }, end: quoted.end }
  const word = matchAt(WORD, text, start)!
  return { term: { kind: 'word', text: word.whole }, end: word.end }
}

function matchAt(pattern: RegExp, text: string, index: number) {
  pattern.lastIndex = index
  const match = pattern.exec(text)
  return match ? { whole: match[0], captured: match[1] ?? '', end: index + match[0].length } : undefined
}

function unescaped(text: string): string {
  return text.replace(/\\(["\\])/g, '$1')
}

export function unreadable(message: string): AppError {
  return new AppError('invalid_input', message)
}
