import type { AppendedEvent, EventSummary } from '#stores/telemetry/telemetry.ts'

/** An event as far as it has columns. */
export type ColumnRow = EventSummary & Pick<AppendedEvent, 'searchText' | 'userEmail'>

/** An event under the number that it is stored with, and where in the log it came from. */
export interface NumberedEvent extends ColumnRow {
  readonly position: number
}
