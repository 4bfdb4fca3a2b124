import type { SpanOutline } from '#domain/traces/span.ts'

import type { SpanTelemetry, Trace } from '#stores/telemetry/spans.ts'
import type { Row } from '#stores/telemetry/sql/dialect.ts'
import { parseDecimalId, parseEventId } from '#stores/telemetry/sql/identifiers.ts'
import { inOrder, toHex, toOutline, toTraceId } from '#stores/telemetry/sql/spans/outlines.ts'
import { parseDetails } from '#stores/telemetry/sql/spans/span-details.ts'
import { isSpanId, spanKey } from '#stores/telemetry/sql/spans/span-values.ts'
import type { Ask } from '#stores/telemetry/clickhouse/questions.ts'

/** Of a span that was sent twice, what came last counts. Blocks are numbered as they come, in each partition. */
const AS_THEY_CAME = '_partition_id, _block_number, place'

const OUTLINE = `project_id, trace_id, span_id, parent_span_id, segment_id, is_segment, started_us, duration_us, op, name,
  status, lcp, inp, cls, fcp, ttfb`

async function readTrace(
  ask: Ask,
  ...[projectIds, traceId, { limit }]: Parameters<SpanTelemetry['trace']>
): Promise<Trace> {
  const projects = [...new Set(projectIds)].flatMap((id) => parseDecimalId(id) ?? [])
  if (projects.length === 0 || parseEventId(traceId) === undefined) return { spans: [], stored: 0 }
  const ofTrace = (bind: ReturnType<Ask['bindings']>) =>
    `spans where project_id in ${bind.integers(projects)} and trace_id = toUUID(${bind.text(traceId)})`
  const counting = ask.bindings()
  const reading = ask.bindings()
  const [[counted], rows] = await Promise.all([
    ask(`select count(*) as stored from ${ofTrace(counting)}`, counting),
    ask(
      `select ${OUTLINE} from ${ofTrace(reading)} order by ${AS_THEY_CAME} limit ${reading.integer(limit)}`,
      reading,
    ),
  ])
  return { spans: inOrder(rows.map(toOutlineOfTrace)), stored: Number(counted?.['stored'] ?? 0) }
}

function toOutlineOfTrace(row: Row): SpanOutline {
  const { vitals, ...outline } = toOutline(String(row['project_id']), row)
  return Object.keys(vitals).length === 0 ? outline : { ...outline, vitals }
}

async function readDetails(
  ask: Ask,
  ...[projectId, traceId, spanId]: Parameters<SpanTelemetry['spanDetails']>
) {
  const found = await readLines(ask, projectId, [{ traceId, spanId }])
  const line = found.get(traceId + spanId)
  return line === undefined ? undefined : parseDetails(line)
}

async function readAttributes(
  ask: Ask,
  ...[projectId, spans, names]: Parameters<SpanTelemetry['spanAttributes']>
): ReturnType<SpanTelemetry['spanAttributes']> {
  const lines = await readLines(ask, projectId, spans)
  return spans.map(({ traceId, spanId }) => {
    const line = lines.get(traceId + spanId)
    if (line === undefined) return undefined
    const { attributes } = parseDetails(line)
    const picked = names.filter((name) => Object.hasOwn(attributes, name))
    return Object.fromEntries(picked.map((name) => [name, attributes[name]!]))
  })
}

/** The details of each, by trace and span. */
async function readLines(
  ask: Ask,
  projectId: string,
  spans: Parameters<SpanTelemetry['spanAttributes']>[1],
): Promise<ReadonlyMap<string, string>> {
  const project = parseDecimalId(projectId)
  const known = spans.filter(({ traceId, spanId }) => parseEventId(traceId) !== undefined && isSpanId(spanId))
  if (project === undefined || known.length === 0) return new Map()
  const bind = ask.bindings()
  const traces = bind.dialect.asUuids(bind.texts(known.map(({ traceId }) => traceId)))
  const rows = await ask(
    `select trace_id, span_id, details from spans
     where project_id = ${bind.integer(project)} and trace_id in ${traces}
       and span_id in ${bind.integers(known.map(({ spanId }) => spanKey(spanId)!))}
     order by ${AS_THEY_CAME}`,
    bind,
  )
  return new Map(
    rows.map((row) => [toTraceId(row['trace_id']) + toHex(row['span_id'])!, row['details'] as string]),
  )
}

export const traceReads = { trace: readTrace, spanDetails: readDetails, spanAttributes: readAttributes }
