import type { AppendedEvent, EventSummary } from '#stores/telemetry/telemetry.ts'

/** An event as far as it has columns. */
export type ColumnRow = EventSummary & Pick<AppendedEvent, SearchedField>

/** What an event is found by and does not show. */
type SearchedField =
  | 'searchText'
  | 'userEmail'
  | 'userName'
  | 'userIp'
  | 'logger'
  | 'stackFiles'
  | 'stackFunctions'

/** An event under the number that it is stored with, and where in the log it came from. */
export interface NumberedEvent extends ColumnRow {
  readonly position: number
}
