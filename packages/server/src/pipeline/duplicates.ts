import { categoryOf } from '#domain/category.ts'
import type { TelemetryStore } from '#stores/telemetry.ts'
import type { PositionedCount } from './record-intake.ts'
import type { WaitingEvent } from './waiting-event.ts'

export interface Deduplicated {
  readonly events: readonly WaitingEvent[]
  readonly counts: readonly PositionedCount[]
}

/**
 * The first event with an id stays. An id that is stored under the same sequence number is the replay of the event
 * itself and no duplicate.
 */
export async function withoutDuplicates(
  events: readonly WaitingEvent[],
  telemetry: Pick<TelemetryStore, 'known'>,
): Promise<Deduplicated> {
  const kept: WaitingEvent[] = []
  const counts: PositionedCount[] = []
  for (const [projectId, items] of Map.groupBy(events, ({ row }) => row.projectId)) {
    const ids = new Set(items.map(({ row }) => row.eventId))
    const seen = new Map(await telemetry.known(projectId, [...ids]))
    for (const item of items) {
      const seq = seen.get(item.row.eventId)
      const isDuplicate = seq !== undefined && seq !== item.row.seq
      if (isDuplicate) {
        counts.push(duplicateCount(item))
        continue
      }
      seen.set(item.row.eventId, item.row.seq)
      kept.push(item)
      counts.push(...item.counts)
    }
  }
  return { events: kept.sort((a, b) => a.row.seq - b.row.seq), counts }
}

function duplicateCount({ counts, itemType }: WaitingEvent): PositionedCount {
  return { ...counts[0]!, category: categoryOf(itemType), outcome: 'dropped', reason: 'duplicate' }
}
