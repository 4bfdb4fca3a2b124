import { expect, it } from 'vitest'

import { DUCKDB } from '#stores/telemetry/duckdb/dialect.ts'
import { distribution, percentileOf, type Distribution } from './distributions.ts'

/** As the engine is asked for them. */
const SHARES = /\[([^\]]*)\]/
  .exec(distribution('lcp', 'lcp', DUCKDB, false))![1]!
  .split(', ')
  .map(Number)

/** Between the values, as a t-digest of few has it. */
function describeValues(values: readonly number[]): Distribution {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => {
    const place = Math.min(Math.max(share * sorted.length - 0.5, 0), sorted.length - 1)
    const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
    return low + (high - low) * (place - Math.floor(place))
  }
  return { count: sorted.length, values: SHARES.map(at) }
}

/** Repeats itself. */
function numbers(count: number, of: (chance: number) => number): readonly number[] {
  let state = count
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return of(state / 2_147_483_648)
  })
}

const even = (chance: number) => 4000 * chance
const long = (chance: number) => -800 * Math.log(1 - chance)
const fewSteps = (chance: number) => 8 * Math.round(chance * 12)

it.each([
  ['two alike', [numbers(400, even), numbers(900, even)]],
  ['one far above', [numbers(500, even), numbers(300, (chance) => 10_000 + even(chance))]],
  ['long tails', [numbers(5000, long), numbers(700, long), numbers(40, even)]],
  ['few different values', [numbers(300, fewSteps), numbers(200, fewSteps)]],
  ['few values', [[900], [1200, 1300], [4000, 5000, 6000]]],
  ['all the same', [Array.from({ length: 9 }, () => 0.1), [0.1]]],
  ['an empty part', [[], numbers(50, even), []]],
])('[TS211] puts percentiles together: %s', (_, parts) => {
  const all = parts.flat()
  const slack = 0.02 * all.length + parts.length
  for (const share of [0.75, 0.95] as const) {
    const found = percentileOf(parts.map(describeValues), share)!
    expect(all.filter((value) => value < found - 1e-6).length).toBeLessThanOrEqual(share * all.length + slack)
    expect(all.filter((value) => value <= found + 1e-6).length).toBeGreaterThanOrEqual(
      share * all.length - slack,
    )
  }
})

it('[TS211] takes that of one part as it is, and has none of no values', () => {
  const one = describeValues([1, 2, 3, 4])
  const nothing = { count: 0, values: [] }
  expect(percentileOf([nothing, one], 0.75)).toBe(one.values[SHARES.indexOf(0.75)])
  expect(percentileOf([nothing], 0.75)).toBeUndefined()
  expect(percentileOf([], 0.95)).toBeUndefined()
})
