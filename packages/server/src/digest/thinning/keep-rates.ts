import { type ByWorth, WORTHS, byWorth } from './worth.ts'

/** Of the allowance, for every worth that has a better one above it: without any of a kind nothing could be extrapolated. */
const RESERVE = 0.1

/** A weight of ten thousand: a single span that stands for more says nothing about the others. */
export const LOWEST_RATE = 1e-4

/** A rate that changes splits the traces that are under way, so it follows only changes larger than this. */
const STEADY = 0.2

/** What share of each worth is kept, so that all of them together stay within the allowance: the best first. */
export function shareOut(allowance: number, demand: ByWorth<number>): ByWorth<number> {
  const reserved = byWorth((worth) => Math.min(demand[worth], allowance * RESERVE))
  let left = allowance
  let below = WORTHS.reduce((sum, worth) => sum + reserved[worth], 0)
  return byWorth((worth) => {
    below -= reserved[worth]
    const kept = Math.min(demand[worth], left - below)
    left -= kept
    return demand[worth] === 0 ? 1 : rounded(kept / demand[worth])
  })
}

export function steady(before: ByWorth<number>, after: ByWorth<number>): ByWorth<number> {
  return byWorth((worth) => {
    const change = after[worth] / before[worth]
    return change > 1 - STEADY && change < 1 / (1 - STEADY) ? before[worth] : after[worth]
  })
}

/** To three digits, which is all that is known, and short where it is written. */
function rounded(rate: number): number {
  return Math.min(1, Math.max(LOWEST_RATE, Number(rate.toPrecision(3))))
}
