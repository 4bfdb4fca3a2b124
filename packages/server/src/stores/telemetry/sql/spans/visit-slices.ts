import { VITAL_NAMES } from '#domain/traces/vital-rating.ts'

import type { Dialect, Row } from '#stores/telemetry/sql/dialect.ts'
import { distribution, distributionOf, percentileOf, type Share } from './distributions.ts'
import type { FairRows } from './fair-rows.ts'
import { counts, durationOf, EVERY_COUNT, lost, shares } from './visit-columns.ts'

/**
 * Figures of a slice of the visits that can be added to those of others, so that every visit is summed up once. `isWhole`: there
 * is no other slice that it would be added to.
 */
export const sliceFigures = (fair: FairRows, dialect: Dialect, isWhole: boolean): string => `
  ${dialect.anyTrue('is_pattern')} as is_pattern, ${counts(fair)}, ${shares(fair)}, ${lost(fair)},
  ${VITAL_NAMES.map((name) => distribution(name, fair.of(name), dialect, isWhole)).join(', ')},
  ${distribution('navigation', durationOf(fair, 'navigation'), dialect, isWhole)},
  ${distribution('server', durationOf(fair, 'http.server'), dialect, isWhole)}`

const SUMS = [
  ...EVERY_COUNT.flatMap((name) => [name, `${name}_total`, `${name}_variance`]),
  ...VITAL_NAMES.flatMap((name) => [name, `${name}_good`, `${name}_poor`]),
  'lost',
]

/** Those of some slices as if they were one, in the columns that `everyFigure` has. */
export function mergeSlices(slices: readonly Row[]): Row {
  const sum = (name: string) => slices.reduce((total, slice) => total + Number(slice[name]), 0)
  const percentile = (name: string, share: Share) =>
    percentileOf(
      slices.map((slice) => distributionOf(slice, name)),
      share,
    )
  const inMs = (us: number | undefined) => (us === undefined ? undefined : us / 1000)
  return {
    is_pattern: slices.some((slice) => Boolean(slice['is_pattern'])),
    ...Object.fromEntries(SUMS.map((name) => [name, sum(name)])),
    ...Object.fromEntries(VITAL_NAMES.map((name) => [`${name}_p75`, percentile(name, 0.75)])),
    navigation_p75: inMs(percentile('navigation', 0.75)),
    server_p95: inMs(percentile('server', 0.95)),
  }
}
