import { HOUR_MS } from '#domain/intake/intake.ts'

/** A week: the same hour of the same weekday is in it, so a Monday morning is no surprise. */
export const HISTORY_HOURS = 168

/** Fewer in an hour are a handful of people, whatever the factor. */
export const LEAST_EVENTS = 10

/** Twice the busiest hours is a good day; three times is something that happened. */
const TIMES_THE_USUAL = 3

/** One hour in twenty may be wild without becoming what is usual. */
const USUAL_SHARE = 0.95

/** `history`: the whole hours before the one that is judged; hours in which nothing came count. */
export function isSurge(history: readonly number[], events: number): boolean {
  return events > Math.max(LEAST_EVENTS, TIMES_THE_USUAL * usual(history))
}

function usual(history: readonly number[]): number {
  if (history.length === 0) return 0
  const sorted = history.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * USUAL_SHARE) - 1] ?? 0
}

/** The hours to check, latest first: the current one and the one before, whose last minutes were not checked yet. */
export function judgedHours(now: number): readonly number[] {
  const running = Math.floor(now / HOUR_MS) * HOUR_MS
  return [running, running - HOUR_MS]
}
