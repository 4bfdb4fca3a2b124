import type { RouteBucket, RouteSeries } from '@hindcast/contract/routes/route-stats.ts'
import type { TimeSpan } from '#ui/charts/time-points.ts'

export function spanOf({ from, bucketSeconds, buckets }: RouteSeries): TimeSpan {
  return { from: Date.parse(from), stepMs: bucketSeconds * 1000, count: buckets.length }
}

/** The values of each step, or nothing where no step has one. */
export function valuesOf(
  { buckets }: RouteSeries,
  value: (bucket: RouteBucket) => number | null,
): ReadonlyArray<number | null> | undefined {
  const values = buckets.map(value)
  return values.some((one) => one !== null && one > 0) ? values : undefined
}
