import type { RouteBucket, RouteSeries } from '@hindcast/contract/routes/route-stats.ts'

/** The values of each step, or nothing where no step has one. */
export function valuesOf(
  { buckets }: RouteSeries,
  value: (bucket: RouteBucket) => number | null,
): ReadonlyArray<number | null> | undefined {
  const values = buckets.map(value)
  return values.some((one) => one !== null && one > 0) ? values : undefined
}
