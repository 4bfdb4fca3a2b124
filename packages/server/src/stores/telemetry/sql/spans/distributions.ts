import type { Dialect, Row } from '#stores/telemetry/sql/dialect.ts'

/** What a distribution is described by. Percentiles that are asked for are among them, and the steps around those are small. */
const SHARES = [
  0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.72, 0.74, 0.75,
  0.76, 0.78, 0.8, 0.85, 0.9, 0.92, 0.94, 0.95, 0.96, 0.98, 1,
] as const
export type Share = 0.75 | 0.95

/** What a distribution is described by to which no other is added. */
const ASKED: readonly Share[] = [0.75, 0.95]

/** Percentiles of some values, which those of others can be added to. */
export interface Distribution {
  readonly count: number
  /** One for each of `SHARES`, or of those that are asked for. */
  readonly values: readonly number[]
}

/** Two columns: how many values there are, and their percentiles. `isWhole`: no others will be added to them. */
export const distribution = (name: string, value: string, { quantiles }: Dialect, isWhole: boolean): string =>
  `count(${value}) as ${name}, ${quantiles(value, isWhole ? ASKED : SHARES)} as ${name}_values`

export function distributionOf(row: Row, name: string): Distribution {
  const count = Number(row[name])
  return { count, values: count === 0 ? [] : (row[`${name}_values`] as readonly unknown[]).map(Number) }
}

/**
 * The percentile of all values together; undefined where there are none. Of one distribution it is the one that the engine
 * estimated. Of several it is where the shares below, weighed by count, add up; between two known values they grow evenly.
 */
export function percentileOf(all: readonly Distribution[], share: Share): number | undefined {
  const parts = all.filter(({ count }) => count > 0)
  if (parts.length < 2) return parts[0]?.values[sharesOf(parts[0]).indexOf(share)]
  const wanted = share * parts.reduce((sum, { count }) => sum + count, 0)
  const upTo = (value: number) => countOf(parts, (values) => shareUpTo(values, value))
  const steps = [...new Set(parts.flatMap(({ values }) => values))].toSorted((a, b) => a - b)
  let [low, high] = [0, steps.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (upTo(steps[middle]!) < wanted) low = middle + 1
    else high = middle
  }
  const [to, from] = [steps[low]!, steps[low - 1]]
  if (from === undefined) return to
  const [less, more] = [upTo(from), countOf(parts, (values) => shareBelow(values, to))]
  // Many may have the very value, as a CLS of 0.
  return more <= wanted ? to : from + ((to - from) * (wanted - less)) / (more - less)
}

const sharesOf = ({ values }: Distribution): readonly number[] =>
  values.length === ASKED.length ? ASKED : SHARES

const countOf = (parts: readonly Distribution[], shareOf: (values: readonly number[]) => number): number =>
  parts.reduce((sum, { count, values }) => sum + count * shareOf(values), 0)

const shareUpTo = (values: readonly number[], value: number): number =>
  shareAt(
    values,
    values.findIndex((one) => one > value),
    value,
  )

const shareBelow = (values: readonly number[], value: number): number =>
  shareAt(
    values,
    values.findIndex((one) => one >= value),
    value,
  )

function shareAt(values: readonly number[], next: number, value: number): number {
  if (next < 0) return 1
  if (next === 0) return 0
  const [from, to] = [values[next - 1]!, values[next]!]
  const [low, high] = [SHARES[next - 1]!, SHARES[next]!]
  return low + ((high - low) * (value - from)) / (to - from)
}
