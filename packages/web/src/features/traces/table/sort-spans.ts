import type { TraceModel } from '#features/traces/model/trace-model.ts'

export type SpanSort = 'start' | 'duration' | 'self'

/** `among`: a flag per span, or the spans themselves. Start goes up, what takes time goes down. */
export function sortSpans(
  model: TraceModel,
  self: Float64Array,
  among: Uint8Array | Int32Array,
  by: SpanSort,
): Int32Array {
  const spans = among instanceof Int32Array ? among.slice() : flagged(among)
  const duration = (span: number) => model.end[span]! - model.start[span]!
  const orders: Readonly<Record<SpanSort, (a: number, b: number) => number>> = {
    start: (a, b) => model.start[a]! - model.start[b]! || a - b,
    duration: (a, b) => duration(b) - duration(a) || a - b,
    self: (a, b) => self[b]! - self[a]! || a - b,
  }
  return spans.sort(orders[by])
}

function flagged(flags: Uint8Array): Int32Array {
  const spans: number[] = []
  for (const [span, flag] of flags.entries()) if (flag === 1) spans.push(span)
  return Int32Array.from(spans)
}
