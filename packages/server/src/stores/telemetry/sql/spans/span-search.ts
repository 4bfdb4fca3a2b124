import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import type {
  CountedSpans,
  FoundSegment,
  FoundSpan,
  SpanMeasure,
  SpanNumber,
  SpanText,
} from '#domain/traces/span-query.ts'
import type { SpanScope, SpanSearch } from '#stores/telemetry/span-search.ts'
import type { Bindings, Query, Row } from '#stores/telemetry/sql/dialect.ts'
import { conditionOf, isOfSegment, lookedAt, NUMBERS, textOf } from './span-conditions.ts'
import { idOf, searchedSpans, segmentsOf } from './searched-spans.ts'
import { toOutline } from './outlines.ts'
import { fromMicroseconds } from './span-values.ts'

const ORDERS = {
  latest: 'started_us desc, span_id',
  earliest: 'started_us, span_id',
  slowest: 'duration_us desc, started_us desc, span_id',
  fastest: 'duration_us, started_us desc, span_id',
} as const

async function searchSpans(
  query: Query,
  scope: SpanScope,
  { order, limit }: Parameters<SpanSearch['searchSpans']>[1],
): Promise<readonly FoundSpan[]> {
  const bind = query.bindings()
  const rows = rowsOf(scope, bind, scope.where.flatMap(lookedAt).some(isOfSegment))
  if (rows === undefined) return []
  // Half of them may have been sent twice.
  const found = await query(
    `select * from ${rows} order by ${ORDERS[order]} limit ${bind.integer(2 * limit)}`,
    bind,
  )
  const byId = new Map<string, Row>()
  for (const row of found) {
    const id = idOf(row, 'span_id')
    if (!byId.has(id)) byId.set(id, row)
  }
  const kept = [...byId.values()].slice(0, limit)
  const segments = await segmentsOf(query, scope, kept)
  return kept.map((row) => toFound(row, segments.get(idOf(row, 'segment_id'))))
}

type CountOptions = Parameters<SpanSearch['countSpans']>[1]

async function countSpans(
  query: Query,
  scope: SpanScope,
  options: CountOptions,
): Promise<readonly CountedSpans[]> {
  const { by, measures, order, limit } = options
  const hasPercentiles = by.length > 0 && measures.some(isPercentile)
  const byPercentile = hasPercentiles && isPercentile(measures[order.column - by.length])
  if (byPercentile) await requireFewGroups(query, scope, options)
  const bind = query.bindings()
  const rows = countedRows(scope, options, bind)
  if (rows === undefined) return []
  // By their number where that was counted or looked up: names that somebody made to have the same one are one group.
  const keyed = hasPercentiles ? bind.dialect.anyOf : (text: string) => text
  const keys = by.map((text, place) => `${keyed(textOf(text, bind))} as key_${place}`)
  const values = measures.map((measure, place) => `${measureOf(measure, bind)} as value_${place}`)
  const only =
    hasPercentiles && !byPercentile
      ? `where ${groupIn(options, bind)} in (${firstGroups(scope, options, bind)})`
      : ''
  const groups = hasPercentiles ? groupIn(options, bind) : namesOf(by, 'key').join(', ')
  const found = await query(
    `select ${[...keys, ...values].join(', ')} from ${rows} ${only}
     ${by.length === 0 ? '' : `group by ${groups}`}
     order by ${orderedBy(options)} limit ${bind.integer(limit)}`,
    bind,
  )
  return found.map((row) => ({
    key: by.map((text, place) => keyIn(row[`key_${place}`], text)),
    values: measures.map((_, place) => numberIn(row[`value_${place}`])),
  }))
}

const namesOf = (of: readonly unknown[], prefix: 'key' | 'value'): readonly string[] =>
  of.map((_, place) => `${prefix}_${place}`)

function orderedBy({ by, measures, order }: CountOptions): string {
  const names = namesOf(by, 'key')
  const first = [...names, ...namesOf(measures, 'value')][order.column]!
  return [`${first} ${order.descending ? 'desc' : 'asc'} nulls last`, ...names].join(', ')
}

const isPercentile = (measure: SpanMeasure | undefined): boolean => measure?.of === 'quantile'

/** The texts of a row as one number. */
const groupIn = ({ by }: CountOptions, bind: Bindings): string =>
  bind.dialect.keyOf(by.map((text) => textOf(text, bind)))

/** Those that are answered, put in order without percentiles: see visit-keys.ts. */
function firstGroups(scope: SpanScope, options: CountOptions, bind: Bindings): string {
  const { by, measures, order, limit } = options
  const keys = by.map((text, place) => `${textOf(text, bind)} as key_${place}`)
  const place = order.column - by.length
  const value = place < 0 ? [] : [`${measureOf(measures[place]!, bind)} as value_${place}`]
  return `select group_key from (
      select ${[...keys, ...value, `${bind.dialect.anyOf(groupIn(options, bind))} as group_key`].join(', ')}
      from ${countedRows(scope, options, bind)} group by ${namesOf(by, 'key').join(', ')}
      order by ${orderedBy(options)} limit ${bind.integer(limit)}
    )`
}

/** By a percentile the first are known only when it was taken of all. */
async function requireFewGroups(query: Query, scope: SpanScope, options: CountOptions): Promise<void> {
  const bind = query.bindings()
  const rows = countedRows(scope, options, bind)
  if (rows === undefined) return
  const counted = bind.dialect.distinct(groupIn(options, bind))
  const [row] = await query(`select ${counted} as groups from ${rows}`, bind)
  const groups = Number(row?.['groups'] ?? 0)
  if (groups * options.measures.filter(isPercentile).length > LIMITS.questions.percentiles)
    throw new AppError(
      'invalid_input',
      `There are ${groups} groups, too many to sort by a percentile. Narrow the search, or sort by a count.`,
    )
}

/** Undefined where no project can be asked. */
function countedRows(scope: SpanScope, { by, measures }: CountOptions, bind: Bindings): string | undefined {
  const looked = [...scope.where.flatMap(lookedAt), ...by, ...measures.flatMap(measured)]
  return rowsOf(scope, bind, looked.some(isOfSegment))
}

export const spanSearchReads = { searchSpans, countSpans }

/** Undefined where no project can be asked. */
function rowsOf({ places, where }: SpanScope, bind: Bindings, withSegments: boolean): string | undefined {
  if (places.length === 0) return undefined
  const table = where.some(({ op }) => op === 'segment') ? 'visits' : withSegments ? 'both' : 'spans'
  const rows = places.map((place) => searchedSpans(place, table, bind)).join(' union all ')
  const conditions = where.map((condition) => conditionOf(condition, bind))
  return `(select * from (${rows}) as every where ${['true', ...conditions].join(' and ')}) as found`
}

function measured(measure: SpanMeasure): ReadonlyArray<SpanText | SpanNumber> {
  if ('number' in measure) return [measure.number]
  return 'text' in measure ? [measure.text] : []
}

function measureOf(measure: SpanMeasure, bind: Bindings): string {
  if (measure.of === 'count') return 'count(*)'
  if (measure.of === 'failure_rate') return 'avg(case when status = 2 then 1.0 else 0.0 end)'
  if (measure.of === 'distinct') return `count(distinct ${textOf(measure.text, bind)})`
  const number = NUMBERS[measure.number]
  return measure.of === 'quantile' ? bind.dialect.quantile(number, measure.share) : `${measure.of}(${number})`
}

function keyIn(value: unknown, text: string): string | undefined {
  if (value === null || value === undefined) return undefined
  const key = value as string
  return text === 'trace' ? key.replaceAll('-', '') : key
}

/** Of no rows some engines answer that it is no number. */
function numberIn(value: unknown): number | undefined {
  const number = value === null || value === undefined ? Number.NaN : Number(value)
  return Number.isNaN(number) ? undefined : number
}

function toFound(row: Row, segment: Row | undefined): FoundSpan {
  return {
    ...toOutline(String(row['project_id']), row),
    receivedAt: Number(row['received_at']),
    segment: segment && toSegment(segment),
  }
}

function toSegment(row: Row): FoundSegment {
  const optional = (name: string) => (row[name] ?? undefined) as string | undefined
  return {
    transaction: row['transaction_name'] as string,
    op: row['transaction_op'] as string,
    duration: fromMicroseconds(Number(row['transaction_us'])),
    release: optional('release'),
    environment: optional('environment'),
    user: optional('user_key'),
    browser: optional('browser'),
    os: optional('os'),
    device: optional('device'),
  }
}
