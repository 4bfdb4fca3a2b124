import type { SegmentScope, SegmentSummary, SpanBeside, SpanTelemetry } from '#stores/telemetry/spans.ts'
import type { Bindings, Query, Row } from '#stores/telemetry/sql/dialect.ts'
import { parseEventId } from '#stores/telemetry/sql/identifiers.ts'
import { renamed } from '#stores/telemetry/sql/renamed.ts'
import { rowsOf } from '#stores/telemetry/sql/scope-conditions.ts'
import { toHex, toOutline, toTraceId } from './outlines.ts'
import { fromMicroseconds } from './span-values.ts'

const ORDERS = {
  latest: 'received_at desc, seq desc, started_us desc, span_id',
  slowest: 'duration_us desc, received_at desc, seq desc, span_id',
} as const

const COLUMNS = `received_at, trace_id, span_id, parent_span_id, segment_id, started_us, duration_us, op, name, status,
  route, path, release, environment, lcp, inp, cls, fcp, ttfb`

async function readSegments(
  query: Query,
  scope: SegmentScope,
  { order, limit }: Parameters<SpanTelemetry['segments']>[1],
): Promise<readonly SegmentSummary[]> {
  const bind = query.bindings()
  const where = whereOf(scope, bind)
  // Half of them may have been sent twice.
  const rows = await query(
    `select ${COLUMNS} from ${renamed('visits', scope.renames, bind)} as visits where ${where}
     order by ${ORDERS[order]} limit ${bind.integer(2 * limit)}`,
    bind,
  )
  const segments = new Map<string, SegmentSummary>()
  for (const row of rows) {
    const segment = toSegment(scope.projectId, row)
    const key = segment.traceId + segment.spanId
    if (!segments.has(key)) segments.set(key, segment)
  }
  return [...segments.values()].slice(0, limit)
}

async function readSpansOfTraces(
  query: Query,
  scope: Parameters<SpanTelemetry['spansOfTraces']>[0],
  { traceIds, op, names, limit }: Parameters<SpanTelemetry['spansOfTraces']>[1],
): Promise<readonly SpanBeside[]> {
  const known = traceIds.filter((id) => parseEventId(id) !== undefined)
  if (known.length === 0) return []
  const bind = query.bindings()
  const rows = await query(
    `select trace_id, span_id, op, name, started_us, duration_us from spans
     where ${rowsOf(scope, bind)} and ${bind.dialect.startsWith('op', bind.text(op))}
       ${names === undefined ? '' : `and ${bind.dialect.isOneOf('name', bind.texts(names))}`}
       and ${bind.dialect.isOneOf('trace_id', bind.dialect.asUuids(bind.texts(known)))}
     order by duration_us desc, started_us, span_id limit ${bind.integer(limit)}`,
    bind,
  )
  return rows.map((row) => ({
    traceId: toTraceId(row['trace_id']),
    spanId: toHex(row['span_id'])!,
    op: row['op'] as string,
    name: row['name'] as string,
    startedAt: fromMicroseconds(Number(row['started_us'])),
    duration: fromMicroseconds(Number(row['duration_us'])),
  }))
}

export const spanReads = { segments: readSegments, spansOfTraces: readSpansOfTraces }

/** A path stands for the route where nobody knows the pattern. */
function whereOf(scope: SegmentScope, bind: Bindings): string {
  const { route, op, release, environment } = scope
  const rows = `${rowsOf(scope, bind, { op, release, environment })} and is_segment`
  if (route === undefined) return rows
  const name = bind.text(route)
  // DuckDB takes twice as long to compare the first of both that is not null.
  return `${rows} and (route = ${name} or route is null and path = ${name})`
}

function toSegment(projectId: string, row: Row): SegmentSummary {
  const optional = (name: string) => (row[name] ?? undefined) as string | undefined
  return {
    ...toOutline(projectId, row),
    isSegment: true,
    receivedAt: Number(row['received_at']),
    route: optional('route'),
    path: optional('path'),
    release: optional('release'),
    environment: optional('environment'),
  }
}
