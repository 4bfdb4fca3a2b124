import { BIGINT, BOOLEAN, VARCHAR } from '@duckdb/node-api'

import { type Column, chunksOf } from '#stores/telemetry/duckdb/chunks/columns-writer.ts'
import { requireDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import type { ColumnsKind } from '#stores/telemetry/duckdb/kind.ts'
import { EVENT_TEXTS } from '#stores/telemetry/sql/errors/event-texts.ts'
import type { ColumnRow } from '#stores/telemetry/sql/errors/numbered-event.ts'
import { tagsToText } from '#stores/telemetry/sql/errors/tag-text.ts'

interface NamedColumn extends Column<ColumnRow> {
  readonly name: string
}

type NumberField = 'seq' | 'receivedAt' | 'occurredAt'

const text = (name: keyof typeof EVENT_TEXTS): NamedColumn => ({
  name,
  type: VARCHAR,
  write: (row) => row[EVENT_TEXTS[name]] ?? null,
})
const integer = (name: string, field: NumberField): NamedColumn => ({
  name,
  type: BIGINT,
  write: (row) => BigInt(row[field]),
})

/** In the order of the table: the appender goes by position. */
export const EVENT_COLUMNS: readonly NamedColumn[] = [
  integer('seq', 'seq'),
  { name: 'project_id', type: BIGINT, write: (row) => requireDecimalId(row.projectId) },
  text('event_id'),
  { name: 'issue_id', type: BIGINT, write: (row) => requireDecimalId(row.issueId) },
  integer('received_at', 'receivedAt'),
  integer('occurred_at', 'occurredAt'),
  text('kind'),
  text('level'),
  text('title'),
  text('culprit'),
  text('type'),
  text('value'),
  text('transaction_name'),
  text('platform'),
  text('environment'),
  text('release'),
  text('dist'),
  text('user_key'),
  text('browser'),
  text('os'),
  text('device'),
  text('url'),
  text('sdk'),
  { name: 'handled', type: BOOLEAN, write: (row) => row.handled ?? null },
  text('trace_id'),
  { name: 'tags', type: VARCHAR, write: (row) => tagsToText(row.tags) },
  text('fingerprint'),
  text('search_text'),
  text('user_email'),
  text('spool_id'),
  text('route'),
  text('sent_route'),
  { name: 'sent_by_server', type: BOOLEAN, write: (row) => row.sentByServer ?? null },
  {
    name: 'stored_at',
    type: BIGINT,
    write: ({ storedAt }) => (storedAt === undefined ? null : BigInt(storedAt)),
  },
  text('user_name'),
  text('user_ip'),
  text('logger'),
  text('stack_files'),
  text('stack_functions'),
]

export const eventColumns: ColumnsKind = {
  kind: 'errors',
  table: 'events',
  chunks: ({ events }, position) =>
    chunksOf(
      EVENT_COLUMNS,
      events.filter((row) => row.position >= position),
    ),
}
