import type { Estimate } from '#stores/telemetry/routes.ts'
import type { Dialect, Row } from '#stores/telemetry/sql/dialect.ts'

/** How many that a row stands for. */
export const WEIGHT = '1 / coalesce(sample_rate, 1) as weight'

/**
 * The value in rows that meet the condition, null in others, which aggregates leave out. Percentiles took less time this way
 * than with a `filter` on the aggregate; counts took the same.
 */
export const where = (condition: string, value: string): string => `case when ${condition} then ${value} end`

/** Sums over rows that stand for others. */
export interface Weights {
  /** Rows that meet the condition, as they are. */
  readonly count: (condition: string) => string
  /** What those rows stand for, or the values of all that they stand for. */
  readonly sum: (condition: string, value?: string) => string
  /** Of that sum, without a value. */
  readonly variance: (condition: string) => string
}

/** Each row by its own weight. */
export const BY_ROW: Weights = {
  count: (condition) => `count(${where(condition, '1')})`,
  sum: (condition, value) =>
    `coalesce(sum(${where(condition, value === undefined ? 'weight' : `weight * ${value}`)}), 0)`,
  variance: (condition) => `coalesce(sum(${where(condition, 'weight * (weight - 1)')}), 0)`,
}

/** Every row by the same weight: counting takes less than half the time of adding up. */
export function alike(weight: number, { countIf }: Dialect): Weights {
  const times = (factor: number, sum: string) => `${factor.toExponential()} * ${sum}`
  return {
    count: countIf,
    sum: (condition, value) =>
      times(
        weight,
        value === undefined ? countIf(condition) : `coalesce(sum(${where(condition, value)}), 0)`,
      ),
    variance: (condition) => times(weight * (weight - 1), countIf(condition)),
  }
}

/** What rows that meet the condition stand for. */
export const weighed = (name: string, condition: string): string => `${BY_ROW.sum(condition)} as ${name}`

/** The same with how many were counted, and how far it may be off. */
export const estimated = (name: string, condition: string, weights: Weights = BY_ROW): string =>
  `${weights.count(condition)} as ${name}, ${weights.sum(condition)} as ${name}_total,
   ${weights.variance(condition)} as ${name}_variance`

export function estimateOf(row: Row, name: string): Estimate {
  return {
    sampled: Number(row[name]),
    total: Number(row[`${name}_total`]),
    margin: 1.96 * Math.sqrt(Number(row[`${name}_variance`])),
  }
}
