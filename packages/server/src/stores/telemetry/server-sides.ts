import type { ServerSide } from '#domain/events/server-side.ts'
import type { TelemetryStore } from './telemetry.ts'

/** The latest are enough: an older error with the same value happened to somebody else. */
const MOST = 3

/** Errors of servers of the project that have this digest or trace. */
export async function storedServerSides(
  telemetry: Pick<TelemetryStore, 'find' | 'get'>,
  projectId: string,
  value: string,
): Promise<readonly ServerSide[]> {
  const found = await telemetry.find([projectId], { kind: 'server_side', value }, MOST)
  const events = await Promise.all(found.map(({ eventId }) => telemetry.get(projectId, eventId)))
  return events.flatMap((event) => {
    if (event === undefined) return []
    const { eventId, occurredAt, fingerprint, document } = event
    return [{ eventId, occurredAt, fingerprint, version: document.grouping.version }]
  })
}
