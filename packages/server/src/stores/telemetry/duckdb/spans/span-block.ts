import type { SpanOutline, Vitals } from '#domain/traces/span.ts'

import type { SpanRow } from '#stores/telemetry/spans.ts'
import { decodeLines, encodeLines } from '#stores/telemetry/duckdb/block-codec.ts'
import type { BlockRow } from '#stores/telemetry/duckdb/vault-expiry.ts'
import {
  SPAN_STATUSES,
  fromMicroseconds,
  requireSpanId,
  toMicroseconds,
} from '#stores/telemetry/sql/spans/span-values.ts'

export const SPAN_ID_BYTES = 8
const TRACE_ID_BYTES = 16
const RUN_BYTES = TRACE_ID_BYTES + 4

/** Spans of one trace that lie beside each other in a block. */
export interface TraceRun {
  readonly traceId: Uint8Array
  /** The place of the first. */
  readonly start: number
  readonly spans: number
}

/** What a block holds, opened. */
export interface SpanBlock {
  readonly runs: ReadonlyArray<Omit<TraceRun, 'start'>>
  readonly spanIds: readonly Uint8Array[]
  readonly outlines: readonly string[]
  readonly details: readonly string[]
}

/** The columns of `span_blocks` from `traces` on. */
export function encodeBlock({ runs, spanIds, outlines, details }: SpanBlock) {
  const traces = Buffer.alloc(runs.length * RUN_BYTES)
  for (const [index, { traceId, spans }] of runs.entries()) {
    traces.set(traceId, index * RUN_BYTES)
    traces.writeUInt32LE(spans, index * RUN_BYTES + TRACE_ID_BYTES)
  }
  return [traces, Buffer.concat(spanIds), encodeLines(outlines), encodeLines(details)] as const
}

export function decodeBlock(row: BlockRow): SpanBlock {
  const spanIds = row['span_ids'] as Uint8Array
  return {
    runs: decodeRuns(row['traces'] as Uint8Array),
    spanIds: Array.from({ length: spanIds.length / SPAN_ID_BYTES }, (_, place) =>
      spanIds.subarray(place * SPAN_ID_BYTES, (place + 1) * SPAN_ID_BYTES),
    ),
    outlines: decodeLines(row['outlines'] as Uint8Array),
    details: decodeLines(row['details'] as Uint8Array),
  }
}

export function decodeRuns(traces: Uint8Array): readonly TraceRun[] {
  const bytes = asBuffer(traces)
  const runs: TraceRun[] = []
  let start = 0
  for (let at = 0; at < bytes.length; at += RUN_BYTES) {
    const spans = bytes.readUInt32LE(at + TRACE_ID_BYTES)
    runs.push({ traceId: bytes.subarray(at, at + TRACE_ID_BYTES), start, spans })
    start += spans
  }
  return runs
}

/** The runs of one trace. */
export function runsOf(traces: Uint8Array, traceId: Buffer): readonly TraceRun[] {
  return decodeRuns(traces).filter((run) => traceId.equals(run.traceId))
}

export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** 0: none, 1: the span itself. */
type Reference = string | 0 | 1

type OutlineLine = readonly [
  receivedAt: number,
  startedUs: number,
  durationUs: number,
  parent: Reference,
  segment: Reference,
  isSegment: 0 | 1,
  status: number,
  op: string,
  name: string,
  vitals?: Vitals,
]

export function outlineLine(row: SpanRow): string {
  const { spanId, parentSpanId, segmentId, isSegment, status } = row
  const referenceTo = (id: string | undefined): Reference =>
    id === undefined ? 0 : id === spanId ? 1 : requireSpanId(id)
  const line: OutlineLine = [
    row.receivedAt,
    toMicroseconds(row.startedAt),
    toMicroseconds(row.duration),
    referenceTo(parentSpanId),
    referenceTo(segmentId),
    isSegment ? 1 : 0,
    SPAN_STATUSES.indexOf(status),
    row.op.toWellFormed(),
    row.name.toWellFormed(),
  ]
  return JSON.stringify(Object.keys(row.vitals).length === 0 ? line : [...line, row.vitals])
}

/** All at once, which takes half the time of one after the other. */
export function parseOutlines(
  lines: readonly string[],
  spanIds: Buffer,
  ids: Pick<SpanOutline, 'projectId' | 'traceId'>,
): readonly SpanOutline[] {
  const parsed = JSON.parse(`[${lines.join(',')}]`) as readonly OutlineLine[]
  return parsed.map(([, startedUs, durationUs, parent, segment, isSegment, status, op, name, vitals], at) => {
    const spanId = spanIds.toString('hex', at * SPAN_ID_BYTES, (at + 1) * SPAN_ID_BYTES)
    const resolve = (reference: Reference) =>
      reference === 0 ? undefined : reference === 1 ? spanId : reference
    const outline: SpanOutline = {
      projectId: ids.projectId,
      traceId: ids.traceId,
      spanId,
      parentSpanId: resolve(parent),
      segmentId: resolve(segment),
      isSegment: isSegment === 1,
      startedAt: fromMicroseconds(startedUs),
      duration: fromMicroseconds(durationUs),
      op,
      name,
      status: SPAN_STATUSES[status] ?? 'unset',
    }
    return vitals === undefined ? outline : Object.assign(outline, { vitals })
  })
}

/** When each was received, of the lines of outlines. */
export function receiptsIn(outlines: readonly string[]): readonly number[] {
  return (JSON.parse(`[${outlines.join(',')}]`) as readonly OutlineLine[]).map(([receivedAt]) => receivedAt)
}
