import type { Condition, Dimension, Measure, Scope, TestCondition } from '#stores/telemetry/telemetry.ts'
import type { Bindings } from '#stores/telemetry/sql/dialect.ts'
import { parseDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import { renamed } from '#stores/telemetry/sql/renamed.ts'
import { rowsOf } from '#stores/telemetry/sql/scope-conditions.ts'
import { withoutVersion } from '#stores/telemetry/sql/without-version.ts'
import { asRe2, starsOf } from './stars.ts'
import { PAIR_END, keyNeedle, pairNeedle, unescapeTag } from './tag-text.ts'

type NamedDimension = Exclude<Dimension, { readonly tag: string }>

/** The only identifiers that reach a statement; everything else but the digits of an issue is bound. */
const COLUMN: Readonly<Record<NamedDimension, string>> = {
  issue: 'issue_id',
  fingerprint: 'fingerprint',
  level: 'level',
  kind: 'kind',
  type: 'type',
  transaction: 'transaction_name',
  route: 'coalesce(route, transaction_name)',
  platform: 'platform',
  environment: 'environment',
  release: 'release',
  dist: 'dist',
  user: 'user_key',
  browser: 'browser',
  os: 'os',
  device: 'device',
  url: 'url',
  sdk: 'sdk',
  handled: 'handled',
  title: 'title',
  message: 'value',
  trace: 'trace_id',
  user_email: 'user_email',
  user_name: 'user_name',
  user_ip: 'user_ip',
  logger: 'logger',
  browser_name: withoutVersion('browser'),
  os_name: withoutVersion('os'),
  sdk_name: "regexp_replace(sdk, '/[^/]*$', '')",
  sdk_version: "nullif(regexp_extract(sdk, '/([^/]*)$', 1), '')",
  stack_file: 'stack_files',
  stack_function: 'stack_functions',
  event: 'event_id',
  received: 'received_at',
}

const IS_NO_TEXT: ReadonlySet<NamedDimension> = new Set(['issue', 'handled', 'received'])

export const MEASURE: Readonly<Record<Measure, string>> = {
  events: 'count(*)',
  users: 'count(distinct user_key)',
  issues: 'count(distinct issue_id)',
}

export function whereOf(scope: Scope, bind: Bindings): string {
  const conditions = (scope.where ?? []).map((condition) => conditionOf(condition, bind))
  return [rowsOf(scope, bind), ...conditions].join(' and ')
}

/** Where events of the scope are read from, with the names that their routes have today. */
export const eventsOf = ({ renames }: Scope, bind: Bindings): string =>
  `${renamed('events', renames, bind)} as events`

/** The value of the dimension as `readKey` reads it, for events that have one. */
export function keyOf(dimension: Dimension, bind: Bindings): string {
  return asText(dimension, partOf(dimension, bind), bind)
}

/** The value as it is stored, which is grouped by in less time where it is no text. */
export function partOf(dimension: Dimension, bind: Bindings): string {
  if (typeof dimension === 'object')
    return bind.dialect.between('tags', bind.text(keyNeedle(dimension.tag)), bind.text(PAIR_END))
  const column = COLUMN[dimension]
  return isMany(dimension) ? bind.dialect.before(column, bind.text('\n')) : column
}

export function asText(dimension: Dimension, part: string, { dialect }: Bindings): string {
  return typeof dimension === 'string' && IS_NO_TEXT.has(dimension) ? dialect.asText(part) : part
}

export function readKey(dimension: Dimension, key: string): string {
  return typeof dimension === 'object' ? unescapeTag(key) : key
}

export function hasValue(dimension: Dimension, bind: Bindings): string {
  return typeof dimension === 'object'
    ? bind.dialect.contains('tags', bind.text(keyNeedle(dimension.tag)))
    : `${COLUMN[dimension]} is not null`
}

export function conditionOf(condition: Condition, bind: Bindings): string {
  if (condition.op === 'not') return `not coalesce(${conditionOf(condition.of, bind)}, false)`
  if (condition.op === 'all' || condition.op === 'any') {
    const parts = condition.of.map((part) => `coalesce(${conditionOf(part, bind)}, false)`)
    if (parts.length === 0) return condition.op === 'all' ? 'true' : 'false'
    return `(${parts.join(condition.op === 'all' ? ' and ' : ' or ')})`
  }
  if (condition.op === 'text') return textOf(condition.words, bind)
  if (!('values' in condition)) return testOf(condition, bind)
  const { dimension, op, values } = condition
  const anyOf =
    typeof dimension === 'object' ? anyTag(dimension.tag, values, bind) : anyValue(dimension, values, bind)
  if (op === 'is') return anyOf
  return `not coalesce(${anyOf}, false)`
}

/** The cheapest first: few titles are stored, and what else an event says is long. */
const TEXTS = ['title', 'culprit', 'value', 'tags'] as const

function textOf(words: readonly string[], bind: Bindings): string {
  const { lower, contains } = bind.dialect
  const texts = [...TEXTS.map(lower), 'search_text']
  const each = words.map((word) => {
    const needle = bind.text(word.toLowerCase())
    return `(${texts.map((text) => `coalesce(${contains(text, needle)}, false)`).join(' or ')})`
  })
  return each.length === 0 ? 'true' : `(${each.join(' and ')})`
}

function testOf(condition: TestCondition, bind: Bindings): string {
  const { dimension } = condition
  const has = hasValue(dimension, bind)
  if (condition.op === 'has') return has
  // As it is stored: blocks of other times are then not read.
  if (condition.op === 'compare' && dimension === 'received')
    return `${COLUMN[dimension]} ${COMPARISON[condition.cmp]} ${bind.integer(condition.value)}`
  if (!isMany(dimension)) return `(${has} and ${matchOf(condition, keyOf(dimension, bind), bind)})`
  const match = matchOf(condition, 'line', bind)
  return `(${has} and ${bind.dialect.anyLine(COLUMN[dimension], match)})`
}

/** One value per line. */
function isMany(dimension: Dimension): dimension is 'stack_file' | 'stack_function' {
  return dimension === 'stack_file' || dimension === 'stack_function'
}

function matchOf(
  condition: Exclude<TestCondition, { readonly op: 'has' }>,
  value: string,
  bind: Bindings,
): string {
  if (condition.op === 'like') return starsOf(condition.pattern, bind.dialect.lower(value), bind)
  if (condition.op === 'regex') {
    const pattern = asRe2(condition.source, condition.anyCase ? 'is' : 's')
    return bind.dialect.matches(value, bind.text(pattern))
  }
  return `${bind.dialect.asNumber(value)} ${COMPARISON[condition.cmp]} ${bind.number(condition.value)}`
}

/** Like every name in a statement, they come from here and never from outside. */
const COMPARISON = { '=': '=', '<': '<', '<=': '<=', '>': '>', '>=': '>=' } as const

function anyTag(tag: string, values: readonly string[], bind: Bindings): string {
  const matches = values.map((value) => bind.dialect.contains('tags', bind.text(pairNeedle(tag, value))))
  return matches.length === 0 ? 'false' : `(${matches.join(' or ')})`
}

function anyValue(dimension: NamedDimension, values: readonly string[], bind: Bindings): string {
  if (values.length === 0) return 'false'
  if (isMany(dimension)) {
    const end = bind.text('\n')
    const text = `${end} || ${COLUMN[dimension]} || ${end}`
    const lines = values.map((value) => bind.dialect.contains(text, bind.text(`\n${value}\n`)))
    return `(${lines.join(' or ')})`
  }
  const placeholders = values.flatMap((value) => placeholderOf(dimension, value, bind))
  return placeholders.length === 0 ? 'false' : `${COLUMN[dimension]} in (${placeholders.join(', ')})`
}

/** None for a value the column cannot have. */
function placeholderOf(dimension: NamedDimension, value: string, bind: Bindings): readonly string[] {
  if (dimension === 'issue' || dimension === 'received') {
    const id = parseDecimalId(value)
    // As a literal: two thousand bound values are compared one by one, two thousand literals are hashed (measured).
    return id === undefined ? [] : [id.toString()]
  }
  if (dimension === 'handled')
    return value === 'true' || value === 'false' ? [bind.boolean(value === 'true')] : []
  return [bind.text(value)]
}
