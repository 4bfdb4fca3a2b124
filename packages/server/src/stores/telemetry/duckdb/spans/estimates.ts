import type { JS } from '@duckdb/node-api'

import type { Estimate } from '#stores/telemetry/routes.ts'

/** How many that a row stands for. */
export const WEIGHT = '1 / coalesce(sample_rate, 1) as weight'

/** What rows that meet the condition stand for. */
export const weighed = (name: string, condition: string): string =>
  `coalesce(sum(weight) filter (${condition}), 0) as ${name}`

/** The same with how many were counted, and how far it may be off. */
export const estimated = (name: string, condition: string): string =>
  `count(*) filter (${condition}) as ${name}, ${weighed(`${name}_total`, condition)},
   coalesce(sum(weight * (weight - 1)) filter (${condition}), 0) as ${name}_variance`

export function estimateOf(row: Readonly<Record<string, JS>>, name: string): Estimate {
  return {
    sampled: Number(row[name]),
    total: Number(row[`${name}_total`]),
    margin: 1.96 * Math.sqrt(Number(row[`${name}_variance`])),
  }
}
