import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** With more prefetches at once, real requests would have to wait. */
export const PREFETCHES_AT_ONCE = 5

interface Wanted {
  readonly queryKey: QueryKey
}

export interface Prefetcher {
  /** Loads it when a place is free; what is fresh or already waiting costs nothing. */
  readonly want: (options: Wanted) => void
  /** What still waits is forgotten: the cursor has moved on. */
  readonly forget: () => void
}

export function createPrefetcher(client: QueryClient, atOnce = PREFETCHES_AT_ONCE): Prefetcher {
  let running = 0
  let waiting: Wanted[] = []

  const next = () => {
    while (running < atOnce) {
      const wanted = waiting.shift()
      if (wanted === undefined) return
      running += 1
      void client.prefetchQuery(wanted).finally(() => {
        running -= 1
        next()
      })
    }
  }
  return {
    want(options) {
      const key = JSON.stringify(options.queryKey)
      if (waiting.some(({ queryKey }) => JSON.stringify(queryKey) === key)) return
      waiting.push(options)
      next()
    },
    forget() {
      waiting = []
    },
  }
}
