import type { Backtest } from '@hindcast/contract/alerts/alerts.ts'

const HOUR_MS = 3_600_000
/** A bar is six hours: fourteen days are 56 of them, wide enough to be seen on a phone. */
const BAR_MS = 6 * HOUR_MS

/** How many messages there would have been in each stretch of time, oldest first. */
export function firedBars({ from, to, messages }: Pick<Backtest, 'from' | 'to' | 'messages'>): number[] {
  const start = Date.parse(from)
  const length = Math.max(1, Math.ceil((Date.parse(to) - start) / BAR_MS))
  const bars = Array.from({ length }, () => 0)
  for (const { at } of messages) {
    const index = Math.floor((Date.parse(at) - start) / BAR_MS)
    if (index >= 0) bars[Math.min(index, length - 1)]! += 1
  }
  return bars
}
