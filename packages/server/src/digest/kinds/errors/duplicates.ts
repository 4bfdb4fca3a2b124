import { categoryOf } from '#domain/intake/item-type.ts'
import type { DigestRecords } from '#stores/records/records.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import type { PositionedCount } from '#digest/counts.ts'
import type { WaitingEvent } from './waiting-event.ts'

export interface Deduplicated {
  readonly events: readonly WaitingEvent[]
  readonly counts: readonly PositionedCount[]
}

export interface DuplicateStores {
  readonly records: Pick<DigestRecords, 'claim'>
  readonly telemetry: Pick<TelemetryStore, 'known'>
}

/**
 * The first event with an id stays. An id that is stored from the same record is the replay of the event itself and no
 * duplicate; one that another node has claimed is. A record that was stored by an earlier version says a little more than its position, never less.
 */
export async function withoutDuplicates(
  events: readonly WaitingEvent[],
  { records, telemetry }: DuplicateStores,
  spoolId: string,
): Promise<Deduplicated> {
  const claims = events.map(({ row: { projectId, eventId, seq: position } }) => ({
    projectId,
    eventId,
    position,
  }))
  const elsewhere = await records.claim?.(spoolId, claims)
  const kept: WaitingEvent[] = []
  const counts: PositionedCount[] = []
  for (const [projectId, items] of Map.groupBy(events, ({ row }) => row.projectId)) {
    const ids = new Set(items.map(({ row }) => row.eventId))
    const known = await telemetry.known(projectId, [...ids], spoolId)
    const taken = new Set<string>()
    for (const item of items) {
      const { eventId, seq: position } = item.row
      const origin = known.get(eventId)
      const isStored = origin !== undefined && origin < position
      if (taken.has(eventId) || isStored || elsewhere?.has(`${projectId}/${eventId}`) === true) {
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
