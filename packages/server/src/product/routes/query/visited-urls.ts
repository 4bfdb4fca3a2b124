import { LIMITS } from '#domain/limits.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export interface VisitedUrl {
  /** Without query and fragment. */
  readonly url: string
  readonly events: number
}

/** The addresses that most events of the last days came from. */
export async function readVisitedUrls(
  telemetry: Pick<TelemetryStore, 'breakdown'>,
  projectId: string,
  now: number,
  limit: number,
): Promise<readonly VisitedUrl[]> {
  const range = { from: now - LIMITS.routes.learnedDays * DAY_MS, to: now + 1 }
  const { values } = await telemetry.breakdown({ projectId, range }, { by: 'url', measure: 'events', limit })
  return values.map(({ key, count }) => ({ url: key, events: count }))
}
