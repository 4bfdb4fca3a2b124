import { Drop } from '#domain/intake/outcome.ts'
import { readSecurityReports } from '#protocol/security-report.ts'
import type { SecurityReport } from '#protocol/security-report.ts'
import type { Receipt } from '#spool/spool.ts'
import { droppedCount } from '#digest/counts.ts'
import type { PositionedCount } from '#digest/counts.ts'
import { withoutHazards } from '#digest/decode.ts'
import type { Decoded } from '#digest/decode.ts'
import type { RecordItem } from '#digest/record-items.ts'
import type { FiltersOf } from '#digest/kinds/errors/filter.ts'
import { readEvent } from '#digest/kinds/errors/read.ts'
import type { ReadEvent } from '#digest/kinds/errors/read.ts'
import { dropped, reading } from '#digest/kinds/kind.ts'
import type { ItemContext, Reading } from '#digest/kinds/kind.ts'
import { securityPayload } from './security-payload.ts'

/** One item may hold many reports; a report that is unreadable costs no other. */
export function readReports(item: RecordItem, context: ItemContext, filters: FiltersOf): Reading<ReadEvent> {
  const reports = readSecurityReports(item.payload)
  if (reports instanceof Drop) return dropped(item, context, reports)
  const { record } = context
  const events: ReadEvent[] = []
  const counts: PositionedCount[] = []
  const others: RecordItem[] = []
  for (const [index, report] of reports.entries()) {
    if (!(report instanceof Drop) && report.kind === 'other') {
      others.push({ ...item, payload: bytesOf(report) })
      continue
    }
    const event =
      report instanceof Drop
        ? report
        : readEvent(item, context, madeOf(report, record.receipt), { filters }, index)
    if (event instanceof Drop) counts.push(droppedCount(record, item.type, event.reason))
    else events.push(event)
  }
  return reading(events, counts, others)
}

function madeOf(report: SecurityReport, receipt: Receipt): Decoded {
  return { payload: withoutHazards(securityPayload(report, receipt)), json: undefined }
}

function bytesOf(report: SecurityReport): Uint8Array {
  return Buffer.from(JSON.stringify({ type: report.type, body: report.fields }))
}
