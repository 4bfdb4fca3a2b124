import { BIGINT, BOOLEAN, DOUBLE, DuckDBUUIDValue, TINYINT, UUID, VARCHAR } from '@duckdb/node-api'

import type { Vitals } from '#domain/traces/span.ts'

import type { SpanRow } from '#stores/telemetry/spans.ts'
import { type Column, chunksOf } from '#stores/telemetry/duckdb/chunks/columns-writer.ts'
import { requireDecimalId, requireEventId } from '#stores/telemetry/sql/identifiers.ts'
import type { ColumnsKind, ColumnsTable } from '#stores/telemetry/duckdb/kind.ts'
import type { VisitRow } from '#stores/telemetry/sql/spans/page-loads.ts'
import { SPAN_STATUSES, spanKey, toMicroseconds } from '#stores/telemetry/sql/spans/span-values.ts'

type TextField = {
  [F in keyof SpanRow]-?: SpanRow[F] extends string | undefined ? F : never
}[keyof SpanRow]

const text = (field: TextField): Column<SpanRow> => ({
  type: VARCHAR,
  write: (row) => row[field]?.toWellFormed() ?? null,
})
const vital = (field: keyof Vitals): Column<SpanRow> => ({
  type: DOUBLE,
  write: ({ vitals }) => vitals[field] ?? null,
})

/** Most spans come beside others of their trace. */
let lastTrace = { id: '', key: DuckDBUUIDValue.fromUint128(0n) }

export function traceKey(id: string): DuckDBUUIDValue {
  if (id !== lastTrace.id) {
    const bits = requireEventId(id)
    const key = DuckDBUUIDValue.fromUint128((bits.readBigUInt64BE() << 64n) | bits.readBigUInt64BE(8))
    lastTrace = { id, key }
  }
  return lastTrace.key
}

/** In the order of the table: the appender goes by position. */
export const SPAN_COLUMNS: ReadonlyArray<Column<SpanRow>> = [
  { type: BIGINT, write: ({ seq }) => BigInt(seq) },
  { type: BIGINT, write: ({ projectId }) => requireDecimalId(projectId) },
  { type: BIGINT, write: ({ receivedAt }) => BigInt(receivedAt) },
  { type: UUID, write: ({ traceId }) => traceKey(traceId) },
  { type: BIGINT, write: ({ spanId }) => spanKey(spanId) },
  { type: BIGINT, write: ({ parentSpanId }) => spanKey(parentSpanId) },
  { type: BIGINT, write: ({ segmentId }) => spanKey(segmentId) },
  { type: BOOLEAN, write: ({ isSegment }) => isSegment },
  { type: BIGINT, write: ({ startedAt }) => BigInt(toMicroseconds(startedAt)) },
  { type: BIGINT, write: ({ duration }) => BigInt(toMicroseconds(duration)) },
  text('op'),
  text('name'),
  { type: TINYINT, write: ({ status }) => SPAN_STATUSES.indexOf(status) },
  text('segmentName'),
  text('route'),
  text('path'),
  text('release'),
  text('environment'),
  text('user'),
  text('browser'),
  text('os'),
  text('device'),
  { type: DOUBLE, write: ({ sampleRate }) => sampleRate ?? null },
  vital('lcp'),
  vital('inp'),
  vital('cls'),
  vital('fcp'),
  vital('ttfb'),
]

/** Beside the columns of spans, what a route is named again by. */
const VISIT_COLUMNS: ReadonlyArray<Column<VisitRow>> = [
  ...SPAN_COLUMNS,
  text('sentRoute'),
  { type: BOOLEAN, write: ({ sentByServer }) => sentByServer ?? null },
  { type: BOOLEAN, write: ({ isNamedByLoad }) => isNamedByLoad ?? null },
]

export const visitColumns: ColumnsTable = {
  table: 'visits',
  chunks: ({ visits = [] }, position) =>
    chunksOf(
      VISIT_COLUMNS,
      visits.filter(({ seq }) => seq >= position),
    ),
}

export const spanColumns: ColumnsKind = {
  kind: 'spans',
  table: 'spans',
  chunks: ({ spans = [] }, position) =>
    chunksOf(
      SPAN_COLUMNS,
      spans.filter(({ seq }) => seq >= position),
    ),
}
