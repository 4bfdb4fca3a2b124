import type { SpanOutline } from '#domain/traces/span.ts'

export const TRACE_ID = 'c0ffee00c0ffee00c0ffee00c0ffee00'

/** 16 hex digits of a number. */
export const spanIdOf = (number: number): string => number.toString(16).padStart(16, '0')

export function aSpan(number: number, overrides: Partial<SpanOutline> = {}): SpanOutline {
  return {
    projectId: '1',
    traceId: TRACE_ID,
    spanId: spanIdOf(number),
    parentSpanId: undefined,
    segmentId: undefined,
    isSegment: false,
    startedAt: 1_750_003_200_000 + number,
    duration: 5,
    op: 'http.client',
    name: `GET /api/${number}`,
    status: 'ok',
    ...overrides,
  }
}
