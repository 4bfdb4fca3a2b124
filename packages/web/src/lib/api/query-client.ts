import { notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.ts'
import { createPrefetcher } from './prefetch.ts'
import { signedOut } from './signed-out.ts'

/** Fresh that long: shown without asking again. */
export const FRESH_MS = 30_000
/** Reusable that long while it is being asked for again; then forgotten. */
export const REUSABLE_MS = 300_000

/**
 * A server that is gone is asked about in one place (reach.ts), and its return loads everything again: retries here
 * would only multiply the questions.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ApiError && error.status === 401) signedOut.tell()
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        gcTime: REUSABLE_MS,
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: false,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

// An edit shows in the frame of its key press; a timer would let the control jump back first.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = createQueryClient()

/** One queue for all prefetches. */
export const prefetcher = createPrefetcher(queryClient)
