/** Whether the thread that commits waits for the disk itself, or asks libuv's pool to. */
export interface SyncMode {
  readonly mayWait: () => boolean
  /** How long it just waited. */
  readonly waited: (ms: number) => void
}

/** A longer call costs more than a round trip to another thread. */
const QUICK_MS = 1
/** Every disk is slow once in a while. One that is slow three times running is slow. */
const SLOW_IN_A_ROW = 3
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** After each pause one call finds out whether the disk is quick again; where it is not, the next pause is longer. */
export function createSyncMode(now: () => number): SyncMode {
  let slow = 0
  let pauseMs = FIRST_PAUSE_MS
  let notBefore = -Infinity
  return {
    mayWait: () => now() >= notBefore,
    waited(ms) {
      if (ms < QUICK_MS) {
        slow = 0
        pauseMs = FIRST_PAUSE_MS
        return
      }
      slow += 1
      if (slow < SLOW_IN_A_ROW) return
      notBefore = now() + pauseMs
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
    },
  }
}
