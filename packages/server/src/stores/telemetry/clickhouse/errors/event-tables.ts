import { textOfJson } from '#stores/telemetry/events.ts'
import type { AppendedEvent, EventSummary } from '#stores/telemetry/telemetry.ts'
import { EVENT_TEXTS } from '#stores/telemetry/sql/errors/event-texts.ts'
import { tagsToText } from '#stores/telemetry/sql/errors/tag-text.ts'
import { requireDecimalId, requireEventId } from '#stores/telemetry/sql/identifiers.ts'
import { type Column, type TableRows, columnsOf, tableRows } from '#stores/telemetry/clickhouse/table.ts'

/** An event under the number that it is stored with, and where in the log it came from. */
export type WrittenEvent = AppendedEvent & Pick<EventSummary, 'spoolId'> & { readonly position: number }

const { text, plain } = columnsOf<WrittenEvent>()

/** Where an event stands, in every table that has something of it. */
const PLACE: ReadonlyArray<Column<WrittenEvent>> = [
  { name: 'project_id', write: ({ projectId }) => requireDecimalId(projectId).toString() },
  plain('received_at', 'receivedAt'),
  text('spool_id', 'spoolId'),
  plain('seq', 'seq'),
  plain('position', 'position'),
]

const EVENTS: ReadonlyArray<Column<WrittenEvent>> = [
  ...PLACE,
  ...Object.entries(EVENT_TEXTS)
    .filter(([name]) => name !== 'spool_id')
    .map(([name, field]) => text(name, field)),
  { name: 'issue_id', write: ({ issueId }) => requireDecimalId(issueId).toString() },
  plain('occurred_at', 'occurredAt'),
  plain('stored_at', 'storedAt'),
  plain('sent_by_server', 'sentByServer'),
  plain('handled', 'handled'),
  { name: 'tags', write: ({ tags }) => tagsToText(tags) },
  { name: 'identifiers', write: ({ identifiers }) => JSON.stringify(pairsOf(identifiers)) },
]

const DOCUMENTS: ReadonlyArray<Column<WrittenEvent>> = [
  ...PLACE,
  {
    name: 'document',
    write: ({ document }) => ('json' in document ? textOfJson(document) : JSON.stringify(document)),
  },
]

const EVENT_IDS: ReadonlyArray<Column<WrittenEvent>> = [...PLACE, text('event_id', 'eventId')]

export type Pair = readonly [kind: string, value: string]

export interface IdentifierRow {
  readonly event: Pick<WrittenEvent, 'projectId' | 'receivedAt' | 'spoolId' | 'seq' | 'position' | 'eventId'>
  readonly pair: Pair
}

const IDENTIFIERS: ReadonlyArray<Column<IdentifierRow>> = [
  ...EVENT_IDS.map(({ name, write }) => ({
    name,
    write: ({ event }: IdentifierRow) => write(event as WrittenEvent),
  })),
  { name: 'kind', write: ({ pair }) => pair[0] },
  { name: 'value', write: ({ pair }) => pair[1] },
]

export const identifierRows = (rows: readonly IdentifierRow[]): TableRows =>
  tableRows('identifiers', IDENTIFIERS, rows)

/** Fails before anything is written where a value cannot be stored. */
export function eventTables(events: readonly WrittenEvent[]): readonly TableRows[] {
  for (const { eventId } of events) requireEventId(eventId)
  const identified = events.flatMap((event) => pairsOf(event.identifiers).map((pair) => ({ event, pair })))
  return [
    tableRows('documents', DOCUMENTS, events),
    tableRows('event_ids', EVENT_IDS, events),
    identifierRows(identified),
    tableRows('events', EVENTS, events),
  ]
}

/** Each once. */
export function pairsOf(identifiers: AppendedEvent['identifiers'] = []): readonly Pair[] {
  const pairs = new Map<string, Pair>()
  for (const { kind, value } of identifiers) {
    const pair: Pair = [kind, value.toWellFormed()]
    pairs.set(JSON.stringify(pair), pair)
  }
  return [...pairs.values()]
}
