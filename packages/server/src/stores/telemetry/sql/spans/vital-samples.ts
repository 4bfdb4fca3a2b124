import type { RouteScope, RouteTelemetry, VitalSample } from '#stores/telemetry/routes.ts'
import type { Query } from '#stores/telemetry/sql/dialect.ts'
import { visitFacts, visitsWithLoads } from './counted-visits.ts'
import { toHex, toTraceId } from './outlines.ts'
import { fromMicroseconds } from './span-values.ts'

async function readVitalSamples(
  query: Query,
  scope: RouteScope,
  { vital, limit }: Parameters<RouteTelemetry['vitalSamples']>[1],
): Promise<readonly VitalSample[]> {
  const facts = await visitFacts(query, scope)
  const bind = query.bindings()
  // The estimated percentile may lie above every value where all are the same. Half of them may have been sent twice.
  const rows = await query(
    `with ${visitsWithLoads(scope, bind, facts)},
     slow as (select least(${bind.dialect.quantile(facts.fair.of(vital), 0.75)}, max(${vital})) as bound from counted)
     select trace_id, span_id, op, name, ${vital} as value, started_us, duration_us,
       case when op = 'pageload' then started_us else load_started_us end as page_us, coalesce(ttfb, load_ttfb) as ttfb
     from counted cross join slow where ${vital} >= bound
     order by received_at desc, seq desc, span_id limit ${bind.integer(2 * limit)}`,
    bind,
  )
  const samples = new Map<string, VitalSample>()
  for (const row of rows) {
    const traceId = toTraceId(row['trace_id'])
    const spanId = toHex(row['span_id'])!
    if (samples.has(traceId + spanId)) continue
    samples.set(traceId + spanId, {
      traceId,
      spanId,
      op: row['op'] as string,
      name: row['name'] as string,
      value: Number(row['value']),
      startedAt: fromMicroseconds(Number(row['started_us'])),
      duration: fromMicroseconds(Number(row['duration_us'])),
      pageStartedAt: row['page_us'] === null ? undefined : fromMicroseconds(Number(row['page_us'])),
      ttfb: row['ttfb'] === null ? undefined : Number(row['ttfb']),
    })
  }
  return [...samples.values()].slice(0, limit)
}

export const vitalReads = { vitalSamples: readVitalSamples }
