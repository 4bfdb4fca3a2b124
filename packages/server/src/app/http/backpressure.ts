import { setTimeout as sleep } from 'node:timers/promises'
import { performance } from 'node:perf_hooks'

/** Above this share of busy time the thread that answers senders has no reserve left. */
export const SATURATED = 0.7
/** With this many senders waiting for the disk at a time it is the disk that has none. */
const FULL_QUEUE = 64
const LOOK_EVERY_MS = 100
/** Digesting goes on at a trickle even then, or the spool would fill up unread. */
const LONGEST_YIELD_MS = 5_000

/** One number both threads see: how much of what senders need is in use, in thousandths. */
export type Pressure = SharedArrayBuffer

export function createPressure(): Pressure {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
}

/** Whether the digester may be held up for them, with the pressure now and the time since it was asked last. */
export type ShouldYield = (pressure: number, elapsedMs: number) => boolean

/**
 * For the answering thread: keeps the number current. A thread that waits for a slow disk looks idle; the digester
 * would then take that disk's time as well. `waitedMs` is what all senders together have waited for the spool so far.
 */
export function reportPressure(
  pressure: Pressure,
  waitedMs: () => number,
  shouldYield: ShouldYield = () => true,
): void {
  const shared = new Int32Array(pressure)
  let last = { busy: performance.eventLoopUtilization(), waited: waitedMs(), at: performance.now() }
  const look = setInterval(() => {
    const now = { busy: performance.eventLoopUtilization(), waited: waitedMs(), at: performance.now() }
    const { utilization } = performance.eventLoopUtilization(now.busy, last.busy)
    const waiting = (now.waited - last.waited) / (now.at - last.at)
    const current = pressureOf(utilization, waiting)
    Atomics.store(shared, 0, shouldYield(current / 1000, now.at - last.at) ? current : 0)
    last = now
  }, LOOK_EVERY_MS)
  look.unref()
}

/** `utilization` of the answering thread; `waiting`: how many senders waited for the disk, on average. */
export function pressureOf(utilization: number, waiting: number): number {
  return Math.round(Math.max(utilization, waiting / FULL_QUEUE) * 1000)
}

/** For the digester, between batches: what was accepted waits safely on disk, a sender waits for an answer. */
export function createYieldToSenders(pressure: Pressure, longestMs = LONGEST_YIELD_MS): () => Promise<void> {
  const shared = new Int32Array(pressure)
  return async () => {
    const until = Date.now() + longestMs
    while (Atomics.load(shared, 0) > SATURATED * 1000 && Date.now() < until) await sleep(LOOK_EVERY_MS / 2)
  }
}
