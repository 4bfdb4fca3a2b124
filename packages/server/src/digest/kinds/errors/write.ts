import type { DigestResult } from '#stores/records/records.ts'
import type { AppendedEvent } from '#stores/telemetry/telemetry.ts'
import { createByteRoom } from '#digest/byte-room.ts'
import { withinBudget } from '#digest/item-budget.ts'
import type { FinishedPart, Table, TableStores, WrittenProject } from '#digest/kinds/kind.ts'
import { withoutDuplicates } from './duplicates.ts'
import { joinSides } from './join-sides.ts'
import type { StackMaps } from './map-items.ts'
import type { ReadEvent } from './read.ts'
import { waitingEvent } from './waiting-event.ts'
import type { WaitingEvent } from './waiting-event.ts'

export function errorTable(maps: StackMaps | undefined): Table<ReadEvent, WaitingEvent> {
  return {
    name: 'errors',
    begin(budget) {
      const mapItems = maps?.begin(budget)
      const room = createByteRoom()
      return {
        async complete(items) {
          const mapped = mapItems === undefined ? items : await mapItems(items)
          return mapped.map((item) => withinBudget(budget, item.mark, () => waitingEvent(item, room)))
        },
      }
    },
    async prepare(waiting, stores, spoolId) {
      const { events: unique, counts } = await withoutDuplicates(waiting, stores, spoolId)
      const events = await joinSides(unique, stores.telemetry)
      return {
        counts,
        releases: events.map(({ row }) => row),
        events: events.map(({ record }) => record),
        finish: (applied) => finished(events, applied, stores),
      }
    },
  }
}

/** The records know the issue of each event. */
function finished(
  events: readonly WaitingEvent[],
  applied: DigestResult,
  { log, now }: Pick<TableStores, 'log' | 'now'>,
): FinishedPart {
  const storedAt = now()
  const rows: AppendedEvent[] = []
  for (const { row, record } of events) {
    const issueId = applied.issueIds.get(`${record.projectId}/${record.fingerprint}`)
    if (issueId !== undefined) rows.push({ ...row, issueId, storedAt })
    else log.warn('an event has no issue, because its project is gone', { eventId: row.eventId })
  }
  return { rows: { events: rows }, items: rows.length, projects: byProject(rows, applied) }
}

function byProject(rows: readonly AppendedEvent[], applied: DigestResult): readonly WrittenProject[] {
  const created = new Set(applied.created)
  const regressed = new Set(applied.regressed)
  return Array.from(
    Map.groupBy(rows, (row) => row.projectId),
    ([projectId, own]) => {
      const issueIds = [...new Set(own.map((row) => row.issueId))]
      return {
        projectId,
        events: own.length,
        issueIds,
        created: issueIds.filter((id) => created.has(id)),
        regressed: issueIds.filter((id) => regressed.has(id)),
      }
    },
  )
}
