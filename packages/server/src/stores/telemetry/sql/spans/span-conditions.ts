import type { SpanCondition, SpanNumber, SpanText } from '#domain/traces/span-query.ts'
import type { Bindings } from '#stores/telemetry/sql/dialect.ts'
import { starsOf } from '#stores/telemetry/sql/errors/stars.ts'
import { parseDecimalId, parseEventId } from '#stores/telemetry/sql/identifiers.ts'
import { withoutVersion } from '#stores/telemetry/sql/without-version.ts'
import { SPAN_STATUSES } from './span-values.ts'

const STATUS = `case status ${SPAN_STATUSES.map((name, place) => `when ${place} then '${name}'`).join(' ')} end`

/** The only identifiers that reach a statement. */
const TEXTS: Readonly<Record<Exclude<SpanText, 'trace' | 'project'>, string>> = {
  op: 'op',
  status: STATUS,
  name: 'name',
  transaction: 'transaction_name',
  transaction_op: 'transaction_op',
  release: 'release',
  environment: 'environment',
  user: 'user_key',
  browser: 'browser',
  browser_name: withoutVersion('browser'),
  os: 'os',
  os_name: withoutVersion('os'),
  device: 'device',
}

export const NUMBERS: Readonly<Record<SpanNumber, string>> = {
  duration: 'duration_us / 1000.0',
  transaction_duration: 'transaction_us / 1000.0',
  lcp: 'lcp',
  inp: 'inp',
  cls: 'cls',
  fcp: 'fcp',
  ttfb: 'ttfb',
}

const OF_SEGMENT: ReadonlySet<string> = new Set<SpanText | SpanNumber>([
  'transaction',
  'transaction_op',
  'transaction_duration',
  'release',
  'environment',
  'user',
  'browser',
  'browser_name',
  'os',
  'os_name',
  'device',
])

/** Whether only the segment of a span says it. */
export const isOfSegment = (value: SpanText | SpanNumber): boolean => OF_SEGMENT.has(value)

/** Everything that a condition looks at. */
export function lookedAt(condition: SpanCondition): ReadonlyArray<SpanText | SpanNumber> {
  if (condition.op === 'segment') return []
  if (condition.op === 'not') return lookedAt(condition.of)
  if (condition.op === 'all' || condition.op === 'any') return condition.of.flatMap(lookedAt)
  if (condition.op === 'has') return [condition.value]
  return [condition.op === 'compare' ? condition.number : condition.text]
}

export function textOf(text: SpanText, { dialect }: Bindings): string {
  if (text === 'trace') return dialect.asText('trace_id')
  return text === 'project' ? dialect.asText('project_id') : TEXTS[text]
}

export function conditionOf(condition: SpanCondition, bind: Bindings): string {
  if (condition.op === 'segment') return 'is_segment'
  if (condition.op === 'not') return `not ${conditionOf(condition.of, bind)}`
  if (condition.op !== 'all' && condition.op !== 'any') return `coalesce(${testOf(condition, bind)}, false)`
  const parts = condition.of.map((part) => conditionOf(part, bind))
  if (parts.length === 0) return condition.op === 'all' ? 'true' : 'false'
  return `(${parts.join(condition.op === 'all' ? ' and ' : ' or ')})`
}

type Test = Extract<SpanCondition, { readonly op: 'is' | 'like' | 'has' | 'compare' }>

/** Null where there is no value. */
function testOf(test: Test, bind: Bindings): string {
  if (test.op === 'is') return anyOf(test.text, test.values, bind)
  if (test.op === 'like') return starsOf(test.pattern, bind.dialect.lower(textOf(test.text, bind)), bind)
  if (test.op === 'compare') return `${NUMBERS[test.number]} ${test.cmp} ${bind.number(test.value)}`
  return `${isNumber(test.value) ? NUMBERS[test.value] : textOf(test.value, bind)} is not null`
}

function isNumber(value: SpanText | SpanNumber): value is SpanNumber {
  return Object.hasOwn(NUMBERS, value)
}

function anyOf(text: SpanText, values: readonly string[], bind: Bindings): string {
  const { isOneOf, asUuids } = bind.dialect
  if (text === 'trace') {
    const ids = values.filter((id) => parseEventId(id) !== undefined)
    return ids.length === 0 ? 'false' : isOneOf('trace_id', asUuids(bind.texts(ids)))
  }
  if (text === 'project') {
    const ids = values.flatMap((id) => parseDecimalId(id) ?? [])
    return ids.length === 0 ? 'false' : `project_id in (${ids.map((id) => bind.integer(id)).join(', ')})`
  }
  return values.length === 0 ? 'false' : isOneOf(TEXTS[text], bind.texts(values))
}
