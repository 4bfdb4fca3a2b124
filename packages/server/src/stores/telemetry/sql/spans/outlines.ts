import type { SpanOutline, Vitals } from '#domain/traces/span.ts'

import type { Row } from '#stores/telemetry/sql/dialect.ts'
import { SPAN_STATUSES, fromMicroseconds } from './span-values.ts'

/** Of a row of spans or visits. */
export function toOutline(projectId: string, row: Row): SpanOutline & { readonly vitals: Vitals } {
  return {
    projectId,
    traceId: toTraceId(row['trace_id']),
    spanId: toHex(row['span_id'])!,
    parentSpanId: toHex(row['parent_span_id']),
    segmentId: toHex(row['segment_id']),
    isSegment: Boolean(row['is_segment']),
    startedAt: fromMicroseconds(Number(row['started_us'])),
    duration: fromMicroseconds(Number(row['duration_us'])),
    op: row['op'] as string,
    name: row['name'] as string,
    status: SPAN_STATUSES[Number(row['status'])] ?? 'unset',
    vitals: vitalsOf(row),
  }
}

export function toTraceId(key: unknown): string {
  return (key as string).replaceAll('-', '')
}

export function toHex(key: unknown): string | undefined {
  if (key === null || key === undefined) return undefined
  return BigInt.asUintN(64, BigInt(key as bigint | string))
    .toString(16)
    .padStart(16, '0')
}

const VITALS = ['lcp', 'inp', 'cls', 'fcp', 'ttfb'] as const satisfies ReadonlyArray<keyof Vitals>

function vitalsOf(row: Row): Vitals {
  const measured = VITALS.flatMap((name) => (row[name] === null ? [] : [[name, Number(row[name])] as const]))
  return Object.fromEntries(measured)
}

/** By start, then by id; of a span that was sent twice, what came last. */
export function inOrder(found: readonly SpanOutline[]): readonly SpanOutline[] {
  const byId = new Map<string, SpanOutline>()
  for (const outline of found) byId.set(outline.projectId + outline.spanId, outline)
  return [...byId.values()].sort((a, b) => a.startedAt - b.startedAt || compare(a.spanId, b.spanId))
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
