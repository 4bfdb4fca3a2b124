import type { SearchError, SearchNode } from './node.ts'
import { scan, type SearchToken } from './scan.ts'

export const SEARCH_LIMITS = {
  /** Of the whole text. */
  chars: 1000,
  /** Filters and words per query, because each can cost a scan. */
  terms: 40,
  depth: 8,
  /** Ways in which conditions on issues and on events can be combined: each is a search of its own. */
  ways: 16,
  patternChars: 200,
  /** In one value; each makes every character of every text cost a little more. */
  stars: 10,
} as const

export interface ParsedSearch {
  /** Undefined where nothing is asked, or nothing could be read. */
  readonly node: SearchNode | undefined
  readonly errors: readonly SearchError[]
}

/** Never throws: every text is a search or a mistake with its place. */
export function parseSearch(text: string): ParsedSearch {
  const { chars } = SEARCH_LIMITS
  if (text.length > chars) {
    const rest = { at: chars, length: text.length - chars }
    return refused({ ...rest, code: 'too_long', args: { limit: String(chars) } })
  }
  const tokens = scan(text)
  const terms = tokens.filter(({ kind }) => kind === 'filter' || kind === 'word')
  const last = terms[SEARCH_LIMITS.terms]
  if (last) {
    return refused({ ...placeOf(last), code: 'too_many_terms', args: { limit: String(SEARCH_LIMITS.terms) } })
  }
  if (tokens.length === 0) return { node: undefined, errors: [] }
  const state: State = { tokens, next: 0, error: undefined }
  const node = readAny(state, 0)
  const left = tokens[state.next]
  if (left) fail(state, left, 'unopened_bracket')
  return state.error ? refused(state.error) : { node, errors: [] }
}

function refused(error: SearchError): ParsedSearch {
  return { node: undefined, errors: [error] }
}

type Read = SearchNode | undefined

/** Where the reading is, and the first thing that stopped it: from then on every part answers undefined. */
interface State {
  readonly tokens: readonly SearchToken[]
  next: number
  error: SearchError | undefined
}

const ENDS: ReadonlySet<string | undefined> = new Set(['and', 'or', 'close', undefined])

function readAny(state: State, depth: number): Read {
  const parts = chain(state, 'or', () => readAll(state, depth))
  if (parts === undefined || parts.length === 1) return parts?.[0]
  return { kind: 'any', parts, ...spanOf(parts) }
}

function readAll(state: State, depth: number): Read {
  const parts = chain(state, 'and', () => readRun(state, depth))
  if (parts === undefined || parts.length === 1) return parts?.[0]
  return { kind: 'all', explicit: true, parts, ...spanOf(parts) }
}

function chain(state: State, joint: 'and' | 'or', read: () => Read): readonly SearchNode[] | undefined {
  const parts: SearchNode[] = []
  for (;;) {
    const part = read()
    if (part === undefined) return undefined
    parts.push(part)
    if (kindOf(state) !== joint) return parts
    state.next += 1
  }
}

function readRun(state: State, depth: number): Read {
  const parts: SearchNode[] = []
  while (!ENDS.has(kindOf(state))) {
    const part = readOne(state, depth)
    if (part === undefined) return undefined
    parts.push(part)
  }
  if (parts.length === 0) return refuseNothing(state)
  return parts.length === 1 ? parts[0] : { kind: 'all', explicit: false, parts, ...spanOf(parts) }
}

function readOne(state: State, depth: number): Read {
  const token = state.tokens[state.next++]!
  if (token.kind === 'filter' || token.kind === 'word') return token
  if (depth >= SEARCH_LIMITS.depth)
    return fail(state, token, 'too_deep', { limit: String(SEARCH_LIMITS.depth) })
  if (token.kind === 'open') return readGroup(state, token, depth)
  if (ENDS.has(kindOf(state))) return fail(state, token, 'missing_operand', { operator: 'NOT' })
  const part = readOne(state, depth + 1)
  return part && { kind: 'not', part, at: token.at, length: part.at + part.length - token.at }
}

function readGroup(state: State, open: SearchToken, depth: number): Read {
  if (kindOf(state) === 'close') return fail(state, open, 'empty_brackets')
  const inner = readAny(state, depth + 1)
  if (inner === undefined) return undefined
  if (kindOf(state) !== 'close') return fail(state, open, 'unclosed_bracket')
  const close = state.tokens[state.next++]!
  return { ...inner, at: open.at, length: close.at + 1 - open.at }
}

/** Nothing where an operand should be: before or behind an operator, or behind a bracket at the end. */
function refuseNothing(state: State): undefined {
  const { tokens, next } = state
  if (next === 0 && tokens[0]?.kind === 'close') return fail(state, tokens[0], 'unopened_bracket')
  const near = [tokens[next], tokens[next - 1]]
  const operator = near.find((token) => token?.kind === 'and' || token?.kind === 'or')
  if (operator) return fail(state, operator, 'missing_operand', { operator: operator.kind.toUpperCase() })
  return fail(state, tokens[next - 1] ?? tokens[next]!, 'unclosed_bracket')
}

function fail(
  state: State,
  token: SearchToken,
  code: SearchError['code'],
  args: SearchError['args'] = {},
): undefined {
  state.error ??= { ...placeOf(token), code, args }
}

function kindOf({ tokens, next }: State): SearchToken['kind'] | undefined {
  return tokens[next]?.kind
}

function placeOf({ at, length }: { readonly at: number; readonly length: number }) {
  return { at, length }
}

function spanOf(parts: readonly SearchNode[]) {
  const { at } = parts[0]!
  const last = parts.at(-1)!
  return { at, length: last.at + last.length - at }
}
