import type { SpanStatus } from '#domain/traces/span.ts'

/** In this order because their places are stored. */
export const SPAN_STATUSES: readonly SpanStatus[] = ['unset', 'ok', 'error']

const SPAN_ID = /^[0-9a-f]{16}$/

export function isSpanId(id: string): boolean {
  return SPAN_ID.test(id)
}

export function requireSpanId(id: string): string {
  if (!isSpanId(id)) throw new TypeError(`not a span id: ${id}`)
  return id
}

/** The range of dates; a microsecond beyond it still fits the integer of a column. */
const MOST_MS = 8.64e15

/** Milliseconds as whole microseconds, of whatever number somebody sent. */
export function toMicroseconds(ms: number): number {
  if (Number.isNaN(ms)) return 0
  return Math.round(Math.min(Math.max(ms, -MOST_MS), MOST_MS) * 1000)
}

export function fromMicroseconds(us: number): number {
  return us / 1000
}
