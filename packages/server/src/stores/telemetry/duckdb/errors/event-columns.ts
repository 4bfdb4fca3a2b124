import { BIGINT, BOOLEAN, VARCHAR } from '@duckdb/node-api'
import type { JS } from '@duckdb/node-api'

import type { EventSummary } from '#stores/telemetry/telemetry.ts'
import { type Column, chunksOf } from '#stores/telemetry/duckdb/columns-writer.ts'
import { requireDecimalId } from '#stores/telemetry/duckdb/identifiers.ts'
import type { ColumnsKind } from '#stores/telemetry/duckdb/kind.ts'
import type { ColumnRow } from './numbered-event.ts'
import { tagsToText, textToTags } from './tag-text.ts'

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

const SEARCHED_COLUMNS: ReadonlySet<string> = new Set([
  'search_text',
  'user_email',
  'user_name',
  'user_ip',
  'logger',
  'stack_files',
  'stack_functions',
])

/** What a list of events reads: not what is only searched. */
export const SUMMARY_COLUMNS: readonly string[] = EVENT_COLUMNS.map(({ name }) => name).filter(
  (name) => !SEARCHED_COLUMNS.has(name),
)

/** A row of `select *` over these columns, as the port names it. */
export function toSummary(row: Readonly<Record<string, JS>>): EventSummary {
  const optional = (name: string) => (row[name] ?? undefined) as string | undefined
  const required = (name: string) => row[name] as string
  return {
    seq: Number(row['seq']),
    spoolId: required('spool_id'),
    projectId: (row['project_id'] as bigint).toString(),
    eventId: required('event_id'),
    issueId: (row['issue_id'] as bigint).toString(),
    receivedAt: Number(row['received_at']),
    occurredAt: Number(row['occurred_at']),
    storedAt: row['stored_at'] == null ? undefined : Number(row['stored_at']),
    kind: required('kind') as EventSummary['kind'],
    level: required('level') as EventSummary['level'],
    title: required('title'),
    culprit: required('culprit'),
    type: required('type'),
    value: required('value'),
    transaction: optional('transaction_name'),
    route: optional('route'),
    sentRoute: optional('sent_route'),
    sentByServer: (row['sent_by_server'] ?? undefined) as boolean | undefined,
    platform: required('platform'),
    environment: optional('environment'),
    release: optional('release'),
    dist: optional('dist'),
    user: optional('user_key'),
    browser: optional('browser'),
    os: optional('os'),
    device: optional('device'),
    url: optional('url'),
    sdk: optional('sdk'),
    handled: (row['handled'] ?? undefined) as boolean | undefined,
    traceId: optional('trace_id'),
    tags: textToTags(required('tags')),
    fingerprint: optional('fingerprint') ?? '',
  }
}
