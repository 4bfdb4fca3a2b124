import { categoryOf } from '#domain/intake/item-type.ts'
import { Drop } from '#domain/intake/outcome.ts'
import type { SessionRow } from '#stores/telemetry/sessions.ts'
import { countOf } from '#digest/counts.ts'
import { decode } from '#digest/decode.ts'
import type { RecordItem } from '#digest/record-items.ts'
import { unwantedReleases } from '#digest/unwanted-releases.ts'
import { dropped, reading } from '#digest/kinds/kind.ts'
import type { ItemContext, Kind, Reading } from '#digest/kinds/kind.ts'
import { digestSession, digestSessionCounts } from './read.ts'
import { sessionTable } from './write.ts'

export const sessionKind: Kind<SessionRow, SessionRow> = {
  name: 'sessions',
  itemTypes: ['session', 'sessions'],
  version: 1,
  read: readSessions,
  table: sessionTable,
}

function readSessions(item: RecordItem, context: ItemContext): Reading<SessionRow> {
  const { record, settings, sentAt } = context
  const decoded = decode(item.payload)
  if (decoded instanceof Drop) return dropped(item, context, decoded)
  const { projectId, receivedAt } = record.receipt
  const digest = item.type === 'session' ? digestSession : digestSessionCounts
  const rows = digest(decoded.payload, {
    seq: record.position,
    projectId,
    received: { at: receivedAt, sentAt },
    isFiltered: unwantedReleases(settings),
  })
  if (rows instanceof Drop) return dropped(item, context, rows)
  return reading(rows, [countOf(record, categoryOf(item.type), 'accepted', '')])
}
