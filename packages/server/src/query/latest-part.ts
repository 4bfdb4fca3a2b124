import type { Scope, TelemetryStore } from '#stores/telemetry.ts'

export interface LatestPart {
  readonly scope: Scope
  readonly events: number
  /** Older events were left out. */
  readonly cut: boolean
}

/**
 * The scope from its end back to the bucket in which it has `enough` events: whatever is then asked of it costs
 * about the same however much is stored.
 */
export async function latestPart(
  telemetry: TelemetryStore,
  scope: Scope,
  { bucketMs, enough }: { readonly bucketMs: number; readonly enough: number },
): Promise<LatestPart> {
  const series = await telemetry.timeSeries(scope, { measure: 'events', bucketMs })
  const buckets = series.get('') ?? []
  let first = buckets.length
  let events = 0
  while (first > 0 && events < enough) events += buckets[--first]!
  const start = (Math.floor(scope.range.from / bucketMs) + first) * bucketMs
  const from = Math.max(scope.range.from, start)
  const cut = buckets.slice(0, first).some((count) => count > 0)
  return { scope: { ...scope, range: { from, to: scope.range.to } }, events, cut }
}
