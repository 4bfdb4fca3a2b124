import type { AppendedEvent } from '#stores/telemetry/telemetry.ts'
import type { WrittenEvent } from './event-tables.ts'

/**
 * The events whose ids are new, each under a number of its own. That is the position of its record, or the one behind the
 * last number where that is larger: one record may make more events than it has bytes.
 */
export function numberEvents(
  events: readonly AppendedEvent[],
  spool: { readonly id: string; readonly lastSeq: number },
  isKnown: (projectId: string, eventId: string) => boolean,
): { readonly events: readonly WrittenEvent[]; readonly lastSeq: number } {
  const seen = new Set<string>()
  const written: WrittenEvent[] = []
  let last = spool.lastSeq
  for (const event of events) {
    const { projectId, eventId, seq: position } = event
    const key = `${projectId}/${eventId}`
    if (seen.has(key) || isKnown(projectId, eventId)) continue
    seen.add(key)
    last = Math.max(position, last + 1)
    written.push({ ...event, spoolId: spool.id, seq: last, position })
  }
  return { events: written, lastSeq: last }
}
