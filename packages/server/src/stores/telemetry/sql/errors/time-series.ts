import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'

import type { Dimension, Measure, Scope } from '#stores/telemetry/telemetry.ts'
import { readBreakdown } from './breakdown.ts'
import { MEASURE, conditionOf, eventsOf, keyOf, readKey, whereOf } from './conditions.ts'
import type { Query } from '#stores/telemetry/sql/dialect.ts'

interface Options {
  readonly measure: Measure
  readonly bucketMs: number
  readonly by?: Dimension
  readonly keys?: readonly string[]
}

export async function readTimeSeries(
  query: Query,
  scope: Scope,
  options: Options,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const { bucketMs, measure, by } = options
  const first = Math.floor(scope.range.from / bucketMs)
  const length = bucketCount(scope, bucketMs)
  const keys = by === undefined ? [''] : await keysOf(query, scope, options, by)
  const series = new Map(keys.map((key) => [key, Array.from({ length }, () => 0)]))
  if (keys.length === 0 || length === 0) return series

  const bind = query.bindings()
  const rows = await query(
    `select ${bind.dialect.quotient('received_at', bind.integer(bucketMs))} as bucket,
            ${by === undefined ? "''" : keyOf(by, bind)} as key,
            ${MEASURE[measure]} as count
     from ${eventsOf(scope, bind)}
     where ${whereOf(scope, bind)}
       ${by === undefined ? '' : `and ${conditionOf({ dimension: by, op: 'is', values: keys }, bind)}`}
     group by bucket, key`,
    bind,
  )
  for (const { bucket, key, count } of rows) {
    const buckets = series.get(by === undefined ? '' : readKey(by, key as string))
    if (buckets) buckets[Number(bucket) - first] = Number(count)
  }
  return series
}

export function bucketCount({ range }: Pick<Scope, 'range'>, bucketMs: number): number {
  if (!Number.isSafeInteger(bucketMs) || bucketMs < 1)
    throw new AppError('invalid_input', 'The width of a bucket must be a whole number of milliseconds.')
  const count = Math.ceil(range.to / bucketMs) - Math.floor(range.from / bucketMs)
  if (count > LIMITS.telemetry.buckets)
    throw new AppError(
      'invalid_input',
      `The range holds ${count} buckets of ${bucketMs} ms; at most ${LIMITS.telemetry.buckets} are answered.`,
    )
  return range.to > range.from ? count : 0
}

async function keysOf(
  query: Query,
  scope: Scope,
  options: Options,
  by: Dimension,
): Promise<readonly string[]> {
  if (options.keys) return options.keys.map((key) => key.toWellFormed())
  const { measure } = options
  const { values } = await readBreakdown(query, scope, { by, measure, limit: LIMITS.telemetry.series })
  return values.map(({ key }) => key)
}
