import type { AlertFor } from '#domain/alerts/alert.ts'
import { LIMITS } from '#domain/limits.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'

/** How many sessions began in the window that ends then. */
export async function sessionsIn(
  telemetry: Pick<TelemetryStore, 'sessionSeries'>,
  projectId: string,
  { environments }: AlertFor,
  ends: { readonly first: number; readonly last: number; readonly window: number; readonly step: number },
): Promise<(end: number) => number> {
  const { first, last, window, step } = ends
  const sums = new Map<number, number>()
  for (const environment of environments.length === 0 ? [undefined] : environments) {
    // In parts, because a series has no more buckets than a chart.
    const partMs = (LIMITS.telemetry.buckets - 1) * step
    for (let from = first - window; from < last; from += partMs) {
      const range = { from, to: Math.min(last, from + partMs) }
      const scope = { projectId, range, ...(environment !== undefined && { environment }) }
      const series = await telemetry.sessionSeries(scope, { bucketMs: step })
      for (const [index, { sessions }] of series.entries()) {
        const start = from + index * step
        sums.set(start, (sums.get(start) ?? 0) + sessions)
      }
    }
  }
  return (end) => {
    let total = 0
    for (let start = end - window; start < end; start += step) total += sums.get(start) ?? 0
    return total
  }
}
