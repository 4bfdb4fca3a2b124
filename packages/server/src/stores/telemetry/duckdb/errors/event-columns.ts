import { BIGINT, BOOLEAN, VARCHAR } from '@duckdb/node-api'

import { type Column, chunksOf } from '#stores/telemetry/duckdb/columns-writer.ts'
import { requireDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import type { ColumnsKind } from '#stores/telemetry/duckdb/kind.ts'
import type { ColumnRow } from '#stores/telemetry/sql/errors/numbered-event.ts'
import { tagsToText } from '#stores/telemetry/sql/errors/tag-text.ts'

interface NamedColumn extends Column<ColumnRow> {
  readonly name: string
}

type TextField = {
  [F in keyof Required<ColumnRow>]: Required<ColumnRow>[F] extends string | undefined ? F : never
}[keyof ColumnRow]
type NumberField = 'seq' | 'receivedAt' | 'occurredAt'

const text = (name: string, field: TextField): NamedColumn => ({
  name,
  type: VARCHAR,
  write: (row) => row[field] ?? null,
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
  text('event_id', 'eventId'),
  { name: 'issue_id', type: BIGINT, write: (row) => requireDecimalId(row.issueId) },
  integer('received_at', 'receivedAt'),
  integer('occurred_at', 'occurredAt'),
  text('kind', 'kind'),
  text('level', 'level'),
  text('title', 'title'),
  text('culprit', 'culprit'),
  text('type', 'type'),
  text('value', 'value'),
  text('transaction_name', 'transaction'),
  text('platform', 'platform'),
  text('environment', 'environment'),
  text('release', 'release'),
  text('dist', 'dist'),
  text('user_key', 'user'),
  text('browser', 'browser'),
  text('os', 'os'),
  text('device', 'device'),
  text('url', 'url'),
  text('sdk', 'sdk'),
  { name: 'handled', type: BOOLEAN, write: (row) => row.handled ?? null },
  text('trace_id', 'traceId'),
  { name: 'tags', type: VARCHAR, write: (row) => tagsToText(row.tags) },
  text('fingerprint', 'fingerprint'),
  text('search_text', 'searchText'),
  text('user_email', 'userEmail'),
  text('spool_id', 'spoolId'),
  text('route', 'route'),
  text('sent_route', 'sentRoute'),
  { name: 'sent_by_server', type: BOOLEAN, write: (row) => row.sentByServer ?? null },
  {
    name: 'stored_at',
    type: BIGINT,
    write: ({ storedAt }) => (storedAt === undefined ? null : BigInt(storedAt)),
  },
  text('user_name', 'userName'),
  text('user_ip', 'userIp'),
  text('logger', 'logger'),
  text('stack_files', 'stackFiles'),
  text('stack_functions', 'stackFunctions'),
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
