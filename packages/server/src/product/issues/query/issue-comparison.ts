import type { Issue } from '#domain/issues/issue.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Dimension, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { latestPart, type LatestPart } from './latest-part.ts'

const HOUR_MS = 3_600_000
const LONGEST_MS = 14 * 24 * HOUR_MS

/**
 * The events of other issues that one is compared with: those received while it was seen, back from its last event.
 * They come from the same time and the same releases, and there are never more to count than a busy hour has.
 */
export function otherEvents(telemetry: TelemetryStore, issue: Issue): Promise<LatestPart> {
  const to = (Math.floor(issue.lastSeen / HOUR_MS) + 1) * HOUR_MS
  const from = Math.max(Math.floor(issue.firstSeen / HOUR_MS) * HOUR_MS, to - LONGEST_MS)
  const where = [{ dimension: 'issue', op: 'is_not', values: [issue.id] }] as const
  const scope = { projectId: issue.projectId, range: { from, to }, where }
  return latestPart(telemetry, scope, { bucketMs: HOUR_MS, enough: LIMITS.comparedEvents })
}

/**
 * Which part of the others has each of these values, from 0 to 1, for one dimension after the other; undefined where there
 * are no others.
 */
export async function sharesOf(
  telemetry: TelemetryStore,
  { scope, events }: LatestPart,
  of: ReadonlyArray<{ readonly by: Dimension; readonly keys: readonly string[] }>,
): Promise<ReadonlyArray<(value: string) => number | undefined>> {
  if (events === 0) return of.map(() => () => undefined)
  const limit = Math.max(1, ...of.map(({ keys }) => keys.length))
  const counted = await telemetry.breakdowns(scope, { of, measure: 'events', limit })
  return counted.map(({ values }) => {
    const counts = new Map(values.map(({ key, count }) => [key, count]))
    return (value) => (counts.get(value) ?? 0) / events
  })
}
