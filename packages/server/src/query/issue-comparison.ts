import type { Issue } from '#domain/issue.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Dimension, Scope, TelemetryStore } from '#stores/telemetry.ts'

const HOUR_MS = 3_600_000
const LONGEST_MS = 14 * 24 * HOUR_MS

/** The project's other events that an issue is compared with. */
export interface OtherEvents {
  readonly scope: Scope
  readonly events: number
}

/**
 * The events of other issues while this one was seen, back from its last one, in whole hours until there are enough:
 * what is compared then comes from the same time and the same releases, and its cost does not grow with what is stored.
 */
export async function otherEvents(telemetry: TelemetryStore, issue: Issue): Promise<OtherEvents> {
  const to = (Math.floor(issue.lastSeen / HOUR_MS) + 1) * HOUR_MS
  const from = Math.max(Math.floor(issue.firstSeen / HOUR_MS) * HOUR_MS, to - LONGEST_MS)
  const where = [{ dimension: 'issue', op: 'is_not', values: [issue.id] }] as const
  const scope = { projectId: issue.projectId, range: { from, to }, where }
  const series = await telemetry.timeSeries(scope, { measure: 'events', bucketMs: HOUR_MS })
  const hours = series.get('') ?? []
  let events = 0
  let first = hours.length
  while (first > 0 && events < LIMITS.comparedEvents) events += hours[--first]!
  return { scope: { ...scope, range: { from: from + first * HOUR_MS, to } }, events }
}

/** Which part of the others has each of these values, from 0 to 1; undefined where there are no others. */
export async function sharesOf(
  telemetry: TelemetryStore,
  { scope, events }: OtherEvents,
  by: Dimension,
  values: readonly string[],
): Promise<(value: string) => number | undefined> {
  if (events === 0) return () => undefined
  const where = [...(scope.where ?? []), { dimension: by, op: 'is', values } as const]
  const counted = await telemetry.breakdown(
    { ...scope, where },
    { by, measure: 'events', limit: values.length },
  )
  const counts = new Map(counted.values.map(({ key, count }) => [key, count]))
  return (value) => (counts.get(value) ?? 0) / events
}
