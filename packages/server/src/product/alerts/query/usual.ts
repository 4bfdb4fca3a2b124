import type { AlertFor } from '#domain/alerts/alert.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { eventConditions } from './matching.ts'

const HOUR_MS = 3_600_000
const USUAL_MS = LIMITS.alerts.usualDays * 24 * HOUR_MS

/**
 * How many events a window had on average in the days before it began, by whole hours; undefined where the project is
 * too young to know.
 */
export async function baselineBefore(
  telemetry: Pick<TelemetryStore, 'timeSeries'>,
  { id: projectId, firstEventAt }: Project,
  scope: AlertFor,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<(start: number, windowMs: number) => number | undefined> {
  const from = Math.floor(first / HOUR_MS) * HOUR_MS - USUAL_MS - 25 * HOUR_MS
  const range = { from, to: last }
  const series = await telemetry.timeSeries(
    { projectId, range, where: eventConditions(scope) },
    { measure: 'events', bucketMs: HOUR_MS },
  )
  const sums = [0]
  for (const count of series.get('') ?? []) sums.push(sums.at(-1)! + count)
  const upTo = (hour: number) => sums[Math.min(Math.max(0, hour - from / HOUR_MS), sums.length - 1)]!
  return (start, windowMs) => {
    if (firstEventAt === undefined) return undefined
    const end = Math.floor(start / HOUR_MS)
    const begin = Math.max(end - USUAL_MS / HOUR_MS, Math.ceil(firstEventAt / HOUR_MS))
    const hours = end - begin
    if (hours * HOUR_MS < LIMITS.alerts.usualFromMs) return undefined
    return ((upTo(end) - upTo(begin)) / hours) * (windowMs / HOUR_MS)
  }
}
