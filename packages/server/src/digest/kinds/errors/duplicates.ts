import { categoryOf } from '#domain/intake/item-type.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import type { PositionedCount } from '#digest/counts.ts'
import type { WaitingEvent } from './waiting-event.ts'

export interface Deduplicated {
  readonly events: readonly WaitingEvent[]
  readonly counts: readonly PositionedCount[]
}

/**
 * The first event with an id stays. An id that is stored from the same record is the replay of the event itself and no
 * duplicate. A record that was stored by an earlier version says a little more than its position, never less.
 */
export async function withoutDuplicates(
  events: readonly WaitingEvent[],
  telemetry: Pick<TelemetryStore, 'known'>,
  spoolId: string,
): Promise<Deduplicated> {
  const kept: WaitingEvent[] = []
  const counts: PositionedCount[] = []
  for (const [projectId, items] of Map.groupBy(events, ({ row }) => row.projectId)) {
    const ids = new Set(items.map(({ row }) => row.eventId))
    const known = await telemetry.known(projectId, [...ids], spoolId)
    const taken = new Set<string>()
    for (const item of items) {
      const { eventId, seq: position } = item.row
      const origin = known.get(eventId)
      if (taken.has(eventId) || (origin !== undefined && origin < position)) {
        counts.push(duplicateCount(item))
        continue
      }
      taken.add(eventId)
      kept.push(item)
      counts.push(...item.counts)
    }
  }
  return { events: kept.sort((a, b) => a.row.seq - b.row.seq), counts }
}

function duplicateCount({ counts, itemType }: WaitingEvent): PositionedCount {
  return { ...counts[0]!, category: categoryOf(itemType), outcome: 'dropped', reason: 'duplicate' }
}
