import { LIMITS } from '#domain/limits.ts'
import type { Scope, TelemetryStore } from '#stores/telemetry/telemetry.ts'

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
  const { from: first, to } = scope.range
  for (let span = FIRST_BUCKETS * bucketMs; ;) {
    const width = bucketMs * Math.ceil(Math.min(span, to - first) / bucketMs / MOST_BUCKETS)
    // Whole buckets: half of one would be counted as if it were all of it.
    const from = Math.max(first, Math.floor((to - span) / width) * width)
    const part = await countedPart(telemetry, { ...scope, range: { from, to } }, { bucketMs: width, enough })
    if (from === first) return part
    if (part.events < enough) {
      span *= growthFor(enough / Math.max(1, part.events))
      continue
    }
    const older = { ...scope, range: { from: first, to: part.scope.range.from } }
    const cut = part.cut || (await telemetry.neighbours(older, 'newest')).event !== undefined
    return { ...part, cut }
  }
}

/** Most is received lately: what is older is only looked at where that was not enough. */
const FIRST_BUCKETS = 2
const MOST_GROWTH = 64
/** Of one look; buckets are wider where years are looked at. One more than fits may be cut into at each end. */
const MOST_BUCKETS = LIMITS.telemetry.buckets - 2

/** As far as the missing events should lie, and a little further, so that one more look mostly does. */
function growthFor(missing: number): number {
  return Math.min(MOST_GROWTH, Math.max(2, Math.ceil(1.25 * missing)))
}

async function countedPart(
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
