export interface AttemptLimit {
  /** Counts an attempt; when there were too many, answers the seconds to wait instead. */
  take(key: string, now: number): number | undefined
  forget(key: string): void
}

/** Remembers at most `capacity` keys, so that a million made-up addresses do not fill the memory. */
export function createAttemptLimit(options: {
  readonly attempts: number
  readonly windowMs: number
  readonly capacity: number
}): AttemptLimit {
  const windows = new Map<string, { readonly endsAt: number; count: number }>()
  return {
    take(key, now) {
      const window = windows.get(key)
      if (window && now < window.endsAt) {
        if (window.count >= options.attempts) return Math.ceil((window.endsAt - now) / 1000)
        window.count++
        return undefined
      }
      windows.delete(key)
      if (windows.size >= options.capacity) windows.delete(windows.keys().next().value!)
      windows.set(key, { endsAt: now + options.windowMs, count: 1 })
      return undefined
    },
    forget: (key) => void windows.delete(key),
  }
}
