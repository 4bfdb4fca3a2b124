import { useSyncExternalStore } from 'react'
import { backoffMs } from './backoff.ts'

/** Whether the server is reachable. `returns` counts recoveries, after which data is reloaded. */
export interface Reach {
  readonly gone: boolean
  readonly returns: number
}

export interface ReachWatch {
  readonly current: () => Reach
  readonly subscribe: (reader: () => void) => () => void
  /** A request got no answer: start asking until one comes. */
  readonly lost: () => void
  /** Something broke that breaks with healthy servers too: ask once before saying anything. False: it is gone. */
  readonly doubt: () => Promise<boolean>
  readonly askNow: () => void
}

export function watchReach(
  ask: () => Promise<boolean>,
  wait: (ms: number, then: () => void) => void,
): ReachWatch {
  const readers = new Set<() => void>()
  let reach: Reach = { gone: false, returns: 0 }
  let failures = 0
  let asking = false

  const set = (next: Reach) => {
    reach = next
    for (const reader of readers) reader()
  }
  const askOnce = async () => {
    if (asking || !reach.gone) return
    asking = true
    const answered = await ask().catch(() => false)
    asking = false
    if (answered) {
      failures = 0
      set({ gone: false, returns: reach.returns + 1 })
      return
    }
    failures += 1
    wait(backoffMs(failures, Math.random()), () => void askOnce())
  }
  const lost = () => {
    if (reach.gone) return
    set({ gone: true, returns: reach.returns })
    wait(backoffMs(1, Math.random()), () => void askOnce())
  }
  return {
    current: () => reach,
    subscribe: (reader) => {
      readers.add(reader)
      return () => readers.delete(reader)
    },
    lost,
    doubt: async () => {
      if (reach.gone) return false
      const answered = await ask().catch(() => false)
      if (!answered) lost()
      return answered
    },
    askNow: () => void askOnce(),
  }
}

/** A connection that hangs says as little as none. */
const ANSWER_MS = 4000

export const serverReach = watchReach(
  async () => (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) })).ok,
  (ms, then) => setTimeout(then, ms),
)

export function useReach(): Reach {
  return useSyncExternalStore(serverReach.subscribe, serverReach.current)
}
