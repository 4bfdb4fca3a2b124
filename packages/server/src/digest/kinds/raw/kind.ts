import { categoryOf } from '#domain/intake/item-type.ts'
import { normaliseEventId } from '#protocol/event-id.ts'
import type { RawItemRow } from '#stores/telemetry/telemetry.ts'
import { countOf, droppedCount, scrubbedCounts } from '#digest/counts.ts'
import type { RecordItem } from '#digest/record-items.ts'
import { scrubItemSafely } from '#digest/scrub/scrub-item.ts'
import { reading } from '#digest/kinds/kind.ts'
import type { ItemContext, RawKind, Reading, WhyRaw } from '#digest/kinds/kind.ts'
import { rawTable } from './write.ts'

export const rawKind: RawKind = { table: rawTable, keep: keepRaw }

/** Without its secrets, so that a later version can read it (spec PL10, PL72). */
function keepRaw(item: RecordItem, context: ItemContext, why: WhyRaw = {}): Reading<RawItemRow> {
  const { record, settings, sentAt, sdk } = context
  const { userAgent } = record.receipt
  const category = categoryOf(item.type)
  const { header, body, scrubbed } = scrubItemSafely(item, settings)
  const row: RawItemRow = {
    seq: record.position,
    projectId: record.receipt.projectId,
    receivedAt: record.receipt.receivedAt,
    itemType: item.type,
    eventId: normaliseEventId(record.receipt.eventId),
    header,
    body,
    ...(sentAt !== undefined && { sentAt }),
    ...(sdk !== undefined && { sdk }),
    ...(userAgent !== undefined && { userAgent }),
    ...why,
  }
  const count =
    why.dropped === undefined
      ? countOf(record, category, 'kept_raw', '')
      : droppedCount(record, item.type, why.dropped)
  return reading([row], [count, ...scrubbedCounts(record, category, scrubbed)])
}
