import { LIMITS } from '#domain/limits.ts'
import { SATURATED } from './backpressure.ts'

/** What is looked at, several times a second. */
export interface IntakeLoad {
  /** How much of what senders need is in use, from 0 to 1. */
  readonly pressure: number
  /** Everything below is digested, and everything below the other is accepted. */
  readonly digested: number
  readonly accepted: number
  /** What may lie between the two. */
  readonly limitBytes: number
}

export interface FloodDecision {
  /** Whether the digester may be held up for them. */
  readonly shouldYield: boolean
  /** Infinite where nothing is behind. */
  readonly acceptedBytesPerSecond: number
}

/**
 * Decides between senders and the digester. A burst is taken as fast as it comes and digested afterwards; what lasts
 * longer than a burst, or fills three quarters of the spool, is taken no faster than it is digested (decision 15).
 */
export function createFloodControl(): (load: IntakeLoad, elapsedMs: number) => FloodDecision {
  const { burstMs, burstRecovery, paceMs, leastBytesPerSecond, behindBytes } = LIMITS.flood
  let burstLeftMs: number = burstMs
  let digestRate = 0
  let last: number | undefined
  let isBehind = false

  return ({ pressure, digested, accepted, limitBytes }, elapsedMs) => {
    const backlog = accepted - digested
    // On a machine that others keep busy a backlog grows although this process is never saturated for long.
    const isBurst = pressure > SATURATED || backlog > behindBytes
    const countedMs = Math.min(elapsedMs, LONGEST_LOOK_MS)
    if (isBurst) burstLeftMs = Math.max(0, burstLeftMs - countedMs)
    else burstLeftMs = Math.min(burstMs, burstLeftMs + countedMs * burstRecovery)
    // Without a backlog it digests what comes, which says nothing about what it could.
    if (last !== undefined && backlog > 0) {
      const rate = ((digested - last) / elapsedMs) * 1000
      digestRate += (rate - digestRate) * Math.min(1, elapsedMs / paceMs)
    }
    last = digested
    isBehind = isBehind
      ? backlog > Math.min(behindBytes, limitBytes * FILLING) / 2
      : isFilling({ digested, accepted, limitBytes }) || (burstLeftMs === 0 && backlog > behindBytes)
    return {
      shouldYield: !isBehind && burstLeftMs > 0,
      acceptedBytesPerSecond: isBehind
        ? Math.max(leastBytesPerSecond, digestRate * SLOWER)
        : Number.POSITIVE_INFINITY,
    }
  }
}

/**
 * Checked with every commit: between two checks a flood could fill the rest of a small spool and reject all senders.
 */
export function isFilling({
  digested,
  accepted,
  limitBytes,
}: Pick<IntakeLoad, 'digested' | 'accepted' | 'limitBytes'>): boolean {
  return accepted - digested > limitBytes * FILLING
}

/** A process that was stopped for a minute was not busy for a minute. */
const LONGEST_LOOK_MS = 500

/** The share of the spool that a burst may fill. */
const FILLING = 0.75

/** A little slower than it is digested, so that the backlog gets smaller. */
const SLOWER = 0.9
