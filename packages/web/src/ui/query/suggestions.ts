import { SEARCH_KEYS } from '@hindcast/contract/search/keys.ts'
import { facetKey, writeToken } from '../../lib/query-text.ts'

export interface Suggestion {
  /** What is shown. */
  readonly text: string
  /** The whole query once it is taken, and where the caret stands then. */
  readonly query: string
  readonly caret: number
  /** False for a key: its value is still to be typed. */
  readonly complete: boolean
  readonly issues?: number
}

export interface KnownValues {
  readonly key: string
  readonly values: ReadonlyArray<{ readonly value: string; readonly issues?: number }>
}

export const QUERY_KEYS: readonly string[] = SEARCH_KEYS.map(({ name }) => name)

/** What these keys take, whether or not an issue has it at the moment. */
const FIXED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(SEARCH_KEYS.map(({ name, choices }) => [name, Object.keys(choices ?? {})])),
  assigned: ['me', 'none'],
  handled: ['yes', 'no'],
  has: SEARCH_KEYS.flatMap(({ name, of, takes }) => (of === 'event' && takes === 'text' ? [name] : [])),
  age: ['-24h', '-7d', '>30d'],
  'first-seen': ['-24h', '-7d'],
  'last-seen': ['-1h', '-24h'],
  times: ['>10', '>100', '>1000'],
  users: ['>1', '>10', '>100'],
}

const MOST = 8

const FILTER = /^(!?)([a-z_][\w.-]*):(?:.*,)?"?([^",]*)$/

/** The filter whose value is being typed, for who knows values. */
export function askedAt(query: string, caret: number) {
  const [, , key, prefix = ''] = FILTER.exec(query.slice(startOfWord(query, caret), caret)) ?? []
  return key === undefined || (FIXED[facetKey(key)]?.length ?? 0) > 0
    ? undefined
    : { key: facetKey(key), prefix }
}

/** Completes the filter at the caret: first its key, behind the colon its value. */
export function suggestionsFor(
  query: string,
  caret: number,
  known: readonly KnownValues[],
): readonly Suggestion[] {
  const start = startOfWord(query, caret)
  const typed = query.slice(start, caret)
  const filter = FILTER.exec(typed)
  if (filter === null) return keysFor(query, start, caret, typed)
  const [, not = '', key = '', part = ''] = filter
  const before = typed.slice(not.length + key.length + 1, typed.length - part.length).replace(/"$/, '')
  const values = valuesOf(key, known).filter(({ value }) => value.toLowerCase().includes(part.toLowerCase()))
  return values.slice(0, MOST).map(({ value, issues }) => {
    // What a filter always takes is written as it is: a range in quotes would be a text.
    const written = FIXED[facetKey(key)]?.includes(value)
      ? value
      : writeToken(key, [value]).slice(key.length + 1)
    const token = `${not}${key}:${before}${written}`
    return suggestion(value, placed(query, start, caret, token, ' '), true, issues)
  })
}

/** A space inside quotes belongs to the value. */
function startOfWord(query: string, caret: number): number {
  let start = 0
  let quoted = false
  for (let index = 0; index < caret; index += 1) {
    if (query[index] === '"' && query[index - 1] !== '\\') quoted = !quoted
    else if (!quoted && (/\s/.test(query[index]!) || (query[index] === '(' && start === index)))
      start = index + 1
  }
  return start
}

function keysFor(query: string, start: number, caret: number, typed: string): readonly Suggestion[] {
  const [, not = '', part = ''] = /^(!?)(.*)$/s.exec(typed)!
  if (part.startsWith('"')) return []
  return QUERY_KEYS.filter((key) => key.startsWith(part))
    .slice(0, part === '' && not === '' ? QUERY_KEYS.length : MOST)
    .map((key) => suggestion(`${not}${key}:`, placed(query, start, caret, `${not}${key}:`, ''), false))
}

function valuesOf(key: string, known: readonly KnownValues[]): KnownValues['values'] {
  const name = facetKey(key)
  const counted = known.find((one) => one.key === name)?.values ?? []
  const missing = (FIXED[name] ?? [])
    .filter((value) => !counted.some((one) => one.value === value))
    .map((value) => ({ value }))
  return name === 'assigned' ? [...missing, ...counted] : [...counted, ...missing]
}

function suggestion(
  text: string,
  place: Pick<Suggestion, 'query' | 'caret'>,
  complete: boolean,
  issues?: number,
): Suggestion {
  return issues === undefined ? { text, ...place, complete } : { text, ...place, complete, issues }
}

function placed(query: string, start: number, caret: number, token: string, gap: string) {
  const rest = query.slice(caret).replace(/^[^\s]*/, '')
  const next = `${query.slice(0, start)}${token}`
  return {
    query: rest.trim() === '' ? `${next}${gap}` : `${next} ${rest.trimStart()}`,
    caret: next.length + gap.length,
  }
}
