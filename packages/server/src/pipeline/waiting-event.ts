import type { DigestedEvent } from '#stores/records.ts'
import type { AppendedEvent } from '#stores/telemetry.ts'
import type { DigestedItem } from './digest-record.ts'
import { digestedEvent } from './errors/event-row.ts'
import type { PositionedCount } from './record-intake.ts'

/** An event that waits for the rest of its batch: what both stores will be told, and no tree. */
export interface WaitingEvent {
  readonly row: Omit<AppendedEvent, 'issueId'>
  readonly record: DigestedEvent
  readonly itemType: string
  readonly counts: readonly PositionedCount[]
}

export function waitingEvent({ row, itemType, counts }: DigestedItem): WaitingEvent {
  const document = { json: JSON.stringify(row.document) }
  const { fingerprint } = row.document.grouping
  return { row: { ...row, document, fingerprint }, record: digestedEvent(row), itemType, counts }
}
