import type { SpanMeasure, SpanNumber, SpanText } from '#domain/traces/span-query.ts'
import type { Cell } from './count-events.ts'
import { numberNamed, textNamed } from './span-keys.ts'

/** What a function of spans is measured by, and what is made of the number. */
export interface SpanFunction {
  readonly measure: SpanMeasure
  /** `minutes` is how long the time asked for lasts. */
  readonly cell: (value: number | undefined, minutes: number) => Cell
}

const asIs = (value: number | undefined): Cell => value ?? null

const SHARES: Readonly<Record<string, number>> = { p50: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99 }
const SUMS = ['avg', 'sum', 'min', 'max'] as const

/** Undefined: spans have no such function. */
export function spanFunctionOf(field: string): SpanFunction | undefined {
  const [, name = '', argument = ''] = /^(\w{1,20})\(([^()]{0,100})\)$/.exec(field) ?? []
  const count = { of: 'count' } as const
  if (name === 'count' && (argument === '' || argument === 'span.duration'))
    return { measure: count, cell: asIs }
  if (name === 'epm' && argument === '')
    return { measure: count, cell: (value = 0, minutes) => value / minutes }
  if (name === 'failure_rate' && argument === '') return { measure: { of: name }, cell: asIs }
  if (name === 'count_unique') return ofText(textNamed(argument))
  // As in Sentry, without a name it is the duration.
  return ofNumber(name, numberNamed(argument === '' ? 'span.duration' : argument))
}

function ofText(text: SpanText | undefined): SpanFunction | undefined {
  return text && { measure: { of: 'distinct', text }, cell: asIs }
}

function ofNumber(name: string, number: SpanNumber | undefined): SpanFunction | undefined {
  if (number === undefined) return undefined
  const sum = name === 'p100' ? 'max' : SUMS.find((one) => one === name)
  if (sum !== undefined) return { measure: { of: sum, number }, cell: asIs }
  const share = Object.hasOwn(SHARES, name) ? SHARES[name] : undefined
  return share === undefined ? undefined : { measure: { of: 'quantile', number, share }, cell: asIs }
}

export const SPAN_FUNCTIONS =
  'count(), count_unique(…), epm(), failure_rate(), and avg, sum, min, max, p50, p75, p90, p95, p99 and p100 of span.duration, transaction.duration and measurements'
