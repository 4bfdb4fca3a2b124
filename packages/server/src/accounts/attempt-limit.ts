import type { AttemptRecords, AttemptRule } from '#stores/records/attempts.ts'

export interface AttemptLimit {
  /** Counts an attempt; when there were too many, answers the seconds to wait instead. */
  take(key: string): Promise<number | undefined>
  forget(key: string): Promise<void>
}

export type OpenAttemptLimit = (rule: AttemptRule) => AttemptLimit

/** Where there is one node only nothing is shared, and nothing has to be asked. */
export function attemptLimits(shared: AttemptRecords | undefined, now: () => number): OpenAttemptLimit {
  return shared === undefined ? limitInMemory(now) : limitInRecords(shared, now)
}

/** Remembers as many keys as the rule says, so that the memory does not fill. */
function limitInMemory(now: () => number): OpenAttemptLimit {
  return ({ attempts, windowMs, capacity }) => {
    const windows = new Map<string, { readonly endsAt: number; count: number }>()
    return {
      async take(key) {
        const at = now()
        const window = windows.get(key)
        if (window && at < window.endsAt) {
          if (window.count >= attempts) return Math.ceil((window.endsAt - at) / 1000)
          window.count++
          return undefined
        }
        windows.delete(key)
        if (windows.size >= capacity) windows.delete(windows.keys().next().value!)
        windows.set(key, { endsAt: at + windowMs, count: 1 })
        return undefined
      },
      forget: async (key) => void windows.delete(key),
    }
  }
}

/**
 * For all nodes on the same records. While these are away nobody may try: `take` throws. Who was refused is refused from
 * memory until the end of the window, so that whoever goes on trying costs the database nothing.
 */
function limitInRecords(records: AttemptRecords, now: () => number): OpenAttemptLimit {
  return (rule) => {
    const refusedUntil = new Map<string, number>()
    return {
      async take(key) {
        const leftMs = (refusedUntil.get(key) ?? 0) - now()
        if (leftMs > 0) return Math.ceil(leftMs / 1000)
        refusedUntil.delete(key)
        const waitMs = await records.take(rule, key)
        if (waitMs === undefined) return undefined
        if (refusedUntil.size >= rule.capacity) refusedUntil.delete(refusedUntil.keys().next().value!)
        refusedUntil.set(key, now() + waitMs)
        return Math.ceil(waitMs / 1000)
      },
      async forget(key) {
        refusedUntil.delete(key)
        await records.forget(rule, key)
      },
    }
  }
}
