import { readWhole } from './settings-rules.ts'

export const LEAST_SPANS = 1_000
export const MOST_SPANS = 1_000_000_000

/** Null: all of them. Undefined while it is no such number. */
export function readSpansPerHour(text: string): number | null | undefined {
  return text.trim() === '' ? null : readWhole(text, LEAST_SPANS, MOST_SPANS)
}
