import type { SpanStatus } from '#domain/traces/span.ts'

import type { SpanRow } from '#stores/telemetry/spans.ts'

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

const bytes = Buffer.alloc(8)

/** 16 hex digits as the integer a column holds, which is signed. */
export function spanKey(id: string | undefined): bigint | null {
  if (id === undefined) return null
  bytes.write(requireSpanId(id), 'hex')
  return bytes.readBigInt64BE()
}

/** Segments and what carries a vital. */
export const isVisit = ({ isSegment, vitals }: SpanRow): boolean =>
  isSegment || Object.values(vitals).some((value) => value !== undefined)
