import type { EventDocument } from '#domain/events/stored-event.ts'

import type { StoredEvent } from '#stores/telemetry/telemetry.ts'
import { SUMMARY_COLUMNS, toSummary } from '#stores/telemetry/sql/errors/event-summary.ts'
import type { Ask } from '#stores/telemetry/clickhouse/questions.ts'
import { ofPlaces, whereIds } from './stored-ids.ts'

/** Columns and document are read beside each other, both by the place that the id leads to. */
export async function readEvent(
  ask: Ask,
  projectId: string,
  eventId: string,
): Promise<StoredEvent | undefined> {
  const from = async (columns: string, table: string) => {
    const bind = ask.bindings()
    const where = whereIds(projectId, [eventId], bind)
    if (where === undefined) return undefined
    const place = `event_ids where ${where} order by received_at limit 1`
    const [row] = await ask(`select ${columns} from ${table} where ${ofPlaces(place)}`, bind)
    return row
  }
  const [row, stored] = await Promise.all([
    from(`${SUMMARY_COLUMNS}, grouping`, 'events'),
    from('document', 'documents'),
  ])
  if (row === undefined || stored === undefined) return undefined
  const document = JSON.parse(stored['document'] as string) as EventDocument
  const revised = row['grouping'] as string
  const grouping = revised === '' ? document.grouping : (JSON.parse(revised) as EventDocument['grouping'])
  return { ...toSummary(row), document: { ...document, grouping } }
}
