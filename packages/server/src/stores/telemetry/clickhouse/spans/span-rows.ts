import type { Vitals } from '#domain/traces/span.ts'

import type { SpanRow } from '#stores/telemetry/spans.ts'
import { detailsLine } from '#stores/telemetry/sql/spans/span-details.ts'
import type { VisitRow } from '#stores/telemetry/sql/spans/page-loads.ts'
import { SPAN_STATUSES, spanKey, toMicroseconds } from '#stores/telemetry/sql/spans/span-values.ts'
import { requireDecimalId, requireEventId } from '#stores/telemetry/sql/identifiers.ts'
import { type Column, type TableRows, columnsOf, tableRows } from '#stores/telemetry/clickhouse/table.ts'

const { text, plain } = columnsOf<SpanRow>()

export const VITALS = ['lcp', 'inp', 'cls', 'fcp', 'ttfb'] as const satisfies ReadonlyArray<keyof Vitals>

/** Of the row of a span that another row is made of. */
export const spanPlace = <Row>(spanOf: (row: Row) => SpanRow): ReadonlyArray<Column<Row>> => [
  { name: 'project_id', write: (row) => requireDecimalId(spanOf(row).projectId).toString() },
  { name: 'received_at', write: (row) => spanOf(row).receivedAt },
  { name: 'seq', write: (row) => spanOf(row).seq },
  { name: 'trace_id', write: (row) => requireUuid(spanOf(row).traceId) },
  { name: 'span_id', write: (row) => spanKey(spanOf(row).spanId)?.toString() },
]

function requireUuid(traceId: string): string {
  requireEventId(traceId)
  return traceId
}

const OUTLINE: ReadonlyArray<Column<SpanRow>> = [
  ...spanPlace((row: SpanRow) => row),
  { name: 'parent_span_id', write: ({ parentSpanId }) => spanKey(parentSpanId)?.toString() },
  { name: 'segment_id', write: ({ segmentId }) => spanKey(segmentId)?.toString() },
  plain('is_segment', 'isSegment'),
  { name: 'started_us', write: ({ startedAt }) => toMicroseconds(startedAt) },
  { name: 'duration_us', write: ({ duration }) => toMicroseconds(duration) },
  text('op', 'op'),
  text('name', 'name'),
  { name: 'status', write: ({ status }) => SPAN_STATUSES.indexOf(status) },
  ...VITALS.map((name): Column<SpanRow> => ({ name, write: ({ vitals }) => vitals[name] })),
]

const SPANS: ReadonlyArray<Column<SpanRow>> = [...OUTLINE, { name: 'details', write: detailsLine }]

/** Beside the outline what visits are told apart by, and what a route is named again by. */
const VISITS: ReadonlyArray<Column<VisitRow>> = [
  ...OUTLINE,
  text('segment_name', 'segmentName'),
  text('route', 'route'),
  text('path', 'path'),
  text('release', 'release'),
  text('environment', 'environment'),
  text('user_key', 'user'),
  text('browser', 'browser'),
  text('os', 'os'),
  text('device', 'device'),
  plain('sample_rate', 'sampleRate'),
  text('sent_route', 'sentRoute'),
  plain('sent_by_server', 'sentByServer'),
  { name: 'named_by_load', write: ({ isNamedByLoad }) => isNamedByLoad },
]

export function spanRows(spans: readonly SpanRow[]): TableRows {
  const { table, columns, rows } = tableRows('spans', SPANS, spans)
  return { table, columns: [...columns, 'place'], rows: rows.map((row, place) => row.concat(place)) }
}

export const visitRows = (visits: readonly VisitRow[]): TableRows => tableRows('visits', VISITS, visits)
