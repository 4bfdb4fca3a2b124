import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#domain/app-error.ts'

const LONGEST_PAUSE_MS = 25

/**
 * Waits for another connection's write without blocking the thread. SQLite's own busy handler sleeps inside the
 * call: on the thread that accepts events that would stop every answer while the digester commits, and two
 * connections of one thread would wait for each other until the time is up.
 */
export async function whenFree<T>(attempt: () => T, isBusy: (error: unknown) => boolean, timeoutMs: number) {
  let pauseMs = 1
  for (let waitedMs = 0; ; waitedMs += pauseMs, pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (waitedMs >= timeoutMs) throw recordsBusy(error)
    }
    await sleep(pauseMs)
  }
}

export function recordsBusy(cause: unknown): AppError {
  return new AppError('store_unavailable', 'The database is busy. Try again in a moment.', { cause })
}
