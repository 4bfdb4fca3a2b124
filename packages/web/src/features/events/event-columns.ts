import type { EventSummary } from '@hindcast/contract/events/events.ts'

/** What can be shown of an event in a list; every other name is that of a tag. */
export const EVENT_COLUMNS = [
  'release',
  'environment',
  'user',
  'browser',
  'os',
  'device',
  'route',
  'url',
  'level',
  'handled',
  'sdk',
] as const

export const USUAL_COLUMNS: readonly string[] = ['release', 'user', 'browser']

const MOST_COLUMNS = 8

/** The value of a column as the query would name it; undefined where the event has none. */
export function columnValue(event: EventSummary, column: string): string | undefined {
  if (column === 'route') return event.route ?? event.transaction ?? undefined
  if (column === 'handled') return event.handled === null ? undefined : event.handled ? 'yes' : 'no'
  if ((EVENT_COLUMNS as readonly string[]).includes(column)) return event[column as 'release'] ?? undefined
  return event.tags.find(({ key }) => key === column)?.value
}

/** The columns in an address: names between commas. What is usual is left out. */
export function readColumns(text: string | undefined): readonly string[] {
  if (text === undefined) return USUAL_COLUMNS
  const named = text.split(',').map((name) => name.trim())
  return [...new Set(named.filter((name) => name !== ''))].slice(0, MOST_COLUMNS)
}

export function writeColumns(columns: readonly string[]): string | undefined {
  const text = columns.join(',')
  return text === USUAL_COLUMNS.join(',') ? undefined : text
}
