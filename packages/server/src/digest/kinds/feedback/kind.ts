import { categoryOf } from '#domain/intake/item-type.ts'
import { Drop } from '#domain/intake/outcome.ts'
import type { FeedbackRow } from '#stores/telemetry/feedback.ts'
import { acceptedCounts, scrubbedCounts } from '#digest/counts.ts'
import { decode } from '#digest/decode.ts'
import type { RecordItem } from '#digest/record-items.ts'
import { dropped, reading } from '#digest/kinds/kind.ts'
import type { ItemContext, Kind, Reading } from '#digest/kinds/kind.ts'
import { digestFeedback } from './read.ts'
import { readSent, readUserReport } from './sent-feedback.ts'
import { feedbackTable } from './write.ts'

export const feedbackKind: Kind<FeedbackRow, FeedbackRow> = {
  name: 'feedback',
  itemTypes: ['feedback', 'user_report'],
  version: 1,
  read: readFeedback,
  table: feedbackTable,
}

function readFeedback(item: RecordItem, context: ItemContext): Reading<FeedbackRow> {
  const { record } = context
  const decoded = decode(item.payload)
  if (decoded instanceof Drop) return dropped(item, context, decoded)
  const sent = item.type === 'user_report' ? readUserReport : readSent
  const digested = digestFeedback(sent(decoded.payload, item, context), context)
  if (digested instanceof Drop) return dropped(item, context, digested)
  const { row, cuts, scrubbed } = digested
  const category = categoryOf(item.type)
  return reading(
    [row],
    [...acceptedCounts(record, category, cuts), ...scrubbedCounts(record, category, scrubbed)],
  )
}
