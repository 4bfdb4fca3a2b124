import { COMPLETED_ALIASES } from '@hindcast/contract/search/aliases.ts'
import { SEARCH_KEYS } from '@hindcast/contract/search/keys.ts'
import { quoted } from '@hindcast/contract/search/print.ts'
import { lackingKey } from '@hindcast/contract/search/sentry-keys.ts'
import { facetKey, writeToken } from '#product/search/query-text.ts'

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
  ...Object.fromEntries(
    SEARCH_KEYS.map(({ name, choices, offered }) => [name, offered ?? Object.keys(choices ?? {})]),
  ),
  assigned: ['me', 'none'],
  has: SEARCH_KEYS.flatMap(({ name, of, takes }) => (of === 'event' && takes === 'text' ? [name] : [])),
  age: ['-24h', '-7d', '>30d'],
  'first-seen': ['-24h', '-7d'],
  'last-seen': ['-1h', '-24h'],
  timestamp: ['-1h', '-24h'],
  times: ['>10', '>100', '>1000'],
  users: ['>1', '>10', '>100'],
}

const MOST = 8

/** Under this key stand the keys of tags. */
export const TAG_KEYS = ''

const ORDERED = SEARCH_KEYS.flatMap(({ name, ordered }) => (ordered ? [name] : [])).join('|')

/** Where values have an order of their own, what is behind the sign is one; `>10` is one as a whole. */
const FILTER = new RegExp(
  String.raw`^(!?)([a-z_][\w.-]*):(?:.*,)?(?:(?<=^!?(?:${ORDERED}):(?:.*,)?)[<>]=?)?"?([^",]*)$`,
)

/** The filter whose value is being typed, for who knows values; the keys of tags where a key is. */
export function askedAt(query: string, caret: number) {
  const typed = query.slice(startOfWord(query, caret), caret)
  const [, , key, prefix = ''] = FILTER.exec(typed) ?? []
  // By their first letter: words are typed here too, and not every letter of them is worth a question.
  if (key === undefined || key === 'has')
    return { key: TAG_KEYS, prefix: (key === undefined ? typed.replace(/^!/, '') : prefix).slice(0, 1) }
  return (FIXED[facetKey(key)]?.length ?? 0) > 0 ? undefined : { key: facetKey(key), prefix }
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
  const tags = known.find(({ key }) => key === TAG_KEYS)?.values.map(({ value }) => value) ?? []
  if (filter === null) return keysFor(query, start, caret, typed, tags)
  const [, not = '', key = '', part = ''] = filter
  const before = typed.slice(not.length + key.length + 1, typed.length - part.length).replace(/"$/, '')
  const values = valuesOf(key, known).filter(({ value }) => value.toLowerCase().includes(part.toLowerCase()))
  return values.slice(0, MOST).map(({ value, issues }) => {
    // What a filter always takes is written as it is: a range in quotes would be a text.
    const written = FIXED[facetKey(key)]?.includes(value)
      ? value
      : key === 'has'
        ? writtenTag(value)
        : writeToken(key, [value]).slice(key.length + 1)
    const token = `${not}${key}:${before}${written}`
    return suggestion(value, placed(query, start, caret, token, ' '), true, issues)
  })
}

/** A space inside quotes belongs to the value. */
function startOfWord(query: string, caret: number): number {
  let start = 0
  let inQuotes = false
  for (let index = 0; index < caret; index += 1) {
    if (query[index] === '"' && query[index - 1] !== '\\') inQuotes = !inQuotes
    else if (!inQuotes && (/\s/.test(query[index]!) || opens(query.slice(start, index + 1))))
      start = index + 1
  }
  return start
}

function opens(word: string): boolean {
  return word === '(' || word === '!('
}

/** Behind the caret the word goes on to a space, or to the bracket that closes what was opened before it. */
function endOfWord(query: string, start: number, caret: number): number {
  let inQuotes = false
  let inside = 0
  for (let index = start; index < query.length; index += 1) {
    const character = query[index]!
    if (character === '"' && query[index - 1] !== '\\') inQuotes = !inQuotes
    if (inQuotes) continue
    if (index >= caret && (/\s/.test(character) || (character === ')' && inside === 0))) return index
    if (character === '(') inside += 1
    if (character === ')' && inside > 0) inside -= 1
  }
  // An unclosed quote would include everything after it.
  return inQuotes ? caret : query.length
}

function keysFor(
  query: string,
  start: number,
  caret: number,
  typed: string,
  tags: readonly string[],
): readonly Suggestion[] {
  const [, not = '', part = ''] = /^(!?)(.*)$/s.exec(typed)!
  if (part.startsWith('"')) return []
  const ofTags = tags.filter((tag) => tag.toLowerCase().startsWith(part.toLowerCase())).map(writtenTag)
  // Other names complete what was begun, and only lengthen the list of all filters.
  const named = part === '' ? QUERY_KEYS : [...QUERY_KEYS, ...COMPLETED_ALIASES]
  return [...named.filter((key) => key.startsWith(part)), ...ofTags]
    .slice(0, part === '' && not === '' ? undefined : MOST)
    .map((key) => suggestion(`${not}${key}:`, placed(query, start, caret, `${not}${key}:`, ''), false))
}

/** A tag key that equals a filter name or has unusual characters is quoted. */
function writtenTag(tag: string): string {
  const isFilter = QUERY_KEYS.includes(facetKey(tag)) || lackingKey(tag) !== undefined
  return /^[a-z_][\w.-]*$/.test(tag) && !isFilter ? tag : quoted(tag)
}

function valuesOf(key: string, known: readonly KnownValues[]): KnownValues['values'] {
  const name = facetKey(key)
  const counted = known.find((one) => one.key === (name === 'has' ? TAG_KEYS : name))?.values ?? []
  const missing = (FIXED[name] ?? [])
    .filter((value) => !counted.some((one) => one.value === value))
    .map((value) => ({ value }))
  return name === 'assigned' || name === 'has' ? [...missing, ...counted] : [...counted, ...missing]
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
  const rest = query.slice(endOfWord(query, start, caret))
  const next = `${query.slice(0, start)}${token}`
  if (rest.startsWith(')')) return { query: `${next}${rest}`, caret: next.length }
  return {
    query: rest.trim() === '' ? `${next}${gap}` : `${next} ${rest.trimStart()}`,
    caret: next.length + gap.length,
  }
}
