import { setTimeout as sleep } from 'node:timers/promises'
import { performance } from 'node:perf_hooks'

/** Above this share of busy time the thread that answers senders has no reserve left. */
const SATURATED = 0.6
const LOOK_EVERY_MS = 100
/** Digesting goes on at a trickle even then, or the spool would fill up unread. */
const LONGEST_BREATH_MS = 2_500

/** One number both threads see: how busy the answering thread is, in thousandths. */
export type Pressure = SharedArrayBuffer

export function createPressure(): Pressure {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
}

/** For the answering thread: keeps the number current. */
export function reportPressure(pressure: Pressure): void {
  const shared = new Int32Array(pressure)
  let last = performance.eventLoopUtilization()
  const look = setInterval(() => {
    const now = performance.eventLoopUtilization()
    Atomics.store(shared, 0, Math.round(performance.eventLoopUtilization(now, last).utilization * 1000))
    last = now
  }, LOOK_EVERY_MS)
  look.unref()
}

/** For the digester, between batches: what was accepted waits safely on disk, a sender waits for an answer. */
export function createBreathe(pressure: Pressure): () => Promise<void> {
  const shared = new Int32Array(pressure)
  return async () => {
    const until = Date.now() + LONGEST_BREATH_MS
    while (Atomics.load(shared, 0) > SATURATED * 1000 && Date.now() < until) await sleep(LOOK_EVERY_MS / 2)
  }
}
