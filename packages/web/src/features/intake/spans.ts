const HOUR_MS = 3_600_000

export type Span = '24h' | '7d' | '30d'

/** How many hours one bar stands for. */
export const BAR_HOURS: Readonly<Record<Span, number>> = { '24h': 1, '7d': 6, '30d': 24 }
const DAYS: Readonly<Record<Span, number>> = { '24h': 1, '7d': 7, '30d': 30 }

/**
 * Where the bars begin, oldest first, in the reader's own days: the last bar holds this very moment. The counts are
 * kept by whole hours, so no bar begins within one.
 */
export function barStarts(span: Span, now: number): readonly number[] {
  if (span === '24h') {
    const hour = Math.floor(now / HOUR_MS) * HOUR_MS
    return Array.from({ length: 24 }, (_, index) => hour - (23 - index) * HOUR_MS)
  }
  const today = new Date(now)
  const starts: number[] = []
  for (let day = 1 - DAYS[span]; day <= 0; day += 1) {
    for (let hour = 0; hour < 24; hour += BAR_HOURS[span]) {
      // Counted in calendar days, because two of them a year have 23 or 25 hours.
      const at = new Date(today.getFullYear(), today.getMonth(), today.getDate() + day, hour).getTime()
      if (at <= now) starts.push(Math.floor(at / HOUR_MS) * HOUR_MS)
    }
  }
  return starts
}

/** The bar an hour belongs to; -1 for one before the first. */
export function barOf(starts: readonly number[], hour: number): number {
  return starts.findLastIndex((start) => start <= hour)
}
