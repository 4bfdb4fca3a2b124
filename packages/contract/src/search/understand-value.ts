import type { FieldTest, Match, SearchExpression } from './expression.ts'
import { canonicalKey } from './aliases.ts'
import { keyNamed, type SearchKey } from './keys.ts'
import { readAge, readNumbers, readSides, readTimes, type Bound, type Side } from './literals.ts'
import type { FilterNode, Place, SearchError, SearchErrorCode, SearchValue } from './node.ts'
import { SEARCH_LIMITS } from './parse.ts'
import { lackingKey } from './sentry-keys.ts'
import { excessStar, hasStar, patternFault } from './pattern.ts'

export interface Reading {
  readonly of: 'issues' | 'events'
  readonly now: number
  /** Whether an event of this id is stored. */
  readonly isEvent?: ((eventId: string) => boolean) | undefined
  /** The query was accepted by an earlier version, for which keys that only Sentry has were those of tags. */
  readonly acceptedBefore?: boolean | undefined
}

type Fail = (error: SearchError) => void
type Field = Pick<FieldTest, 'of' | 'field' | 'tag'>

/** The error for a key that Sentry has and Hindcast does not: as the key of a tag it would find nothing. */
export function lackingIn(filter: FilterNode, context: Reading): SearchError | undefined {
  if (context.acceptedBefore || filter.quotedKey) return undefined
  if (keyNamed(filter.key)?.takes === 'key') {
    const named = filter.values.find((one) => one.written === 'bare' && lackingKey(one.text) !== undefined)
    return named && lacks(named.text, named)
  }
  const at = filter.negated ? filter.at + 1 : filter.at
  return lackingKey(filter.key) === undefined
    ? undefined
    : lacks(filter.key, { at, length: filter.key.length })
}

function lacks(key: string, { at, length }: Place): SearchError {
  return { at, length, code: 'unsupported_key', args: { key, instead: lackingKey(key) ?? '' } }
}

/** Parses one value of a filter. An invalid value is reported and then matches anything. */
export function readValueOf(
  filter: FilterNode,
  value: SearchValue,
  context: Reading,
  fail: Fail,
): SearchExpression {
  const key = filter.quotedKey ? undefined : keyNamed(filter.key)
  const test = ({ of, field, tag }: Field, match: Match): FieldTest => {
    const { at, length } = value
    return { kind: 'test', of, field, tag, match, at, length }
  }
  const refuse: Refuse = (code, args = {}, { at, length } = value) => {
    fail({ at, length, code, args: { key: filter.key, value: value.text, ...args } })
    return { kind: 'all', parts: [] }
  }
  const field = fieldFor(filter, key, context)
  const only = value.written === 'bare' ? /^\[([^\s,"[\]]+)\]$/.exec(value.text)?.[1] : undefined
  if (only !== undefined) {
    const inner = { ...value, text: only, at: value.at + 1, length: only.length }
    const listed = readValueOf(filter, inner, context, fail)
    if (key !== undefined && key.takes !== 'text') return listed
    // A list of one, as tools write it, or a value that is called so.
    return { kind: 'any', parts: [test(field, { op: 'is', values: [value.text] }), listed] }
  }
  if (key?.ordered && value.written === 'bare' && value.text === 'latest')
    return test(field, { op: 'latest' })
  const sides = key?.ordered && value.written === 'bare' ? readSides(value.text) : undefined
  if (sides !== undefined) return sideTest(field, sides, test, refuse)
  if (key === undefined || key.takes === 'text') return textTest(field, key, value, test, refuse)
  if (key.takes === 'key') return test(fieldNamed(value, context), { op: 'has' })
  if (key.takes === 'choice') return choiceTest(key, field, value, test, refuse)
  if (key.takes === 'person' || key.takes === 'issue') return test(field, { op: 'is', values: [value.text] })
  const [bounds, code] = boundsOf(key, value, context.now)
  if (bounds === undefined) return refuse(code)
  return allOf(bounds.map((bound) => test(field, { op: 'compare', ...bound })))
}

function allOf(tests: readonly FieldTest[]): SearchExpression {
  return tests.length === 1 ? tests[0]! : { kind: 'all', parts: tests }
}

function boundsOf(
  { takes }: SearchKey,
  { text, written }: SearchValue,
  now: number,
): readonly [readonly Bound[] | undefined, SearchErrorCode] {
  const readable = written === 'bare' || written === 'quoted'
  if (takes === 'number') return [readable ? readNumbers(text) : undefined, 'not_a_number']
  if (takes === 'age') return [readable ? readAge(text, now) : undefined, 'not_an_age']
  return [readable ? readTimes(text, now) : undefined, 'not_a_time']
}

function fieldFor(filter: FilterNode, key: SearchKey | undefined, { of }: Reading): Field {
  if (key === undefined) {
    return { of: 'event', field: filter.quotedKey ? filter.key : tagNamed(filter.key), tag: true }
  }
  const looksAt = key.of === 'listed' ? (of === 'issues' ? 'issue' : 'event') : key.of
  if (key.takes === 'age') return { of: 'issue', field: 'first-seen', tag: false }
  return { of: looksAt, field: key.field ?? key.name, tag: false }
}

function tagNamed(key: string): string {
  if (key.startsWith('tags.')) return key.slice(5)
  return /^tags\[(.+)\]$/.exec(key)?.[1] ?? key
}

/** What `has:` names. */
function fieldNamed(value: SearchValue, context: Reading): Field {
  const quotedKey = value.written !== 'bare'
  const named = { key: value.text, quotedKey } as FilterNode
  return fieldFor(named, quotedKey ? undefined : keyNamed(canonicalKey(value.text)), context)
}

type Make = (field: Field, match: Match) => FieldTest
/** Without a place it is the whole value that is wrong. */
type Refuse = (code: SearchErrorCode, args?: SearchError['args'], place?: Place) => SearchExpression

const SUBSTATUS = new Set(['new', 'ongoing', 'regressed', 'escalating'])

function choiceTest(
  key: SearchKey,
  field: Field,
  { text, written }: SearchValue,
  test: Make,
  refuse: Refuse,
): SearchExpression {
  const choices = key.choices ?? {}
  if (written.startsWith('regex') || !Object.hasOwn(choices, text)) {
    return refuse('not_one_of', { choices: (key.offered ?? Object.keys(choices)).join(', ') })
  }
  const is = { op: 'is', values: [choices[text]!] } as const
  if (key.name !== 'is') return test(field, is)
  const nobody = test({ ...field, field: 'assigned' }, { op: 'is', values: ['none'] })
  if (text === 'unassigned') return nobody
  if (text === 'assigned') return { kind: 'not', part: nobody }
  return test({ ...field, field: SUBSTATUS.has(text) ? 'substatus' : 'status' }, is)
}

function sideTest(field: Field, sides: readonly Side[], test: Make, refuse: Refuse): SearchExpression {
  if (sides.some(({ version }) => version === '')) return refuse('needs_value')
  return allOf(sides.map((side) => test(field, { op: 'order', ...side })))
}

function textTest(
  field: Field,
  key: SearchKey | undefined,
  { text, written, at }: SearchValue,
  test: Make,
  refuse: Refuse,
): SearchExpression {
  if (written === 'quoted') return test(field, { op: 'is', values: [text] })
  if (written !== 'bare') {
    // `/cart/` is the route it looks like; only what no path could be is a pattern there.
    if (key?.path && written === 'regex' && /^[\w~@-]+$/.test(text))
      return test(field, { op: 'is', values: [`/${text}/`] })
    const fault = patternFault(text)
    if (fault !== undefined) return refuse('bad_pattern', { fault })
    // The records know no regular expressions; the titles of an issue's events are read instead.
    return test(
      { ...field, of: 'event' },
      { op: 'regex', source: text, anyCase: written === 'regex_any_case' },
    )
  }
  if (hasStar(text)) {
    const excess = excessStar(text)
    if (excess === undefined) return test(field, { op: 'like', pattern: text })
    return refuse('too_many_stars', { limit: String(SEARCH_LIMITS.stars) }, { at: at + excess, length: 1 })
  }
  // Tags are numbers as often as words; everything else that is sent is a text.
  const isRange = field.tag && /^[<>]|^\d.*\.\.\d|^\.\.\d|^\d+\.\.$/.test(text)
  const bounds = isRange ? readNumbers(text) : undefined
  if (bounds === undefined) return test(field, { op: 'is', values: [text] })
  return allOf(bounds.map((bound) => test(field, { op: 'compare', ...bound })))
}
