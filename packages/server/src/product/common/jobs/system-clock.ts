import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from './scheduler.ts'

/** Longer delays overflow a timer and would fire at once. */
const LONGEST_SLEEP_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: Date.now,
  async sleep(ms, signal) {
    try {
      await sleep(Math.min(ms, LONGEST_SLEEP_MS), undefined, { signal, ref: false })
    } catch (error) {
      if (!signal.aborted) throw error
    }
  },
}
