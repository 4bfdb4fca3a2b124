import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queryClient } from '#lib/api/query-client.ts'
import { sessionQuery } from '#product/session/session-queries.ts'

let hasStarted = false

/** Where the operator wants it, these pages are traced like those of anybody else; the code for it is fetched only then. */
export function useOwnTraces(): void {
  const router = useRouter()
  useEffect(() => {
    const dsn = queryClient.getQueryData(sessionQuery.queryKey)?.tracesTo
    if (hasStarted || dsn === null || dsn === undefined) return
    hasStarted = true
    import('./trace-client.ts').then(
      ({ traceOwnPages }) => traceOwnPages(dsn, router),
      // Without it the page works all the same.
      () => undefined,
    )
  }, [router])
}
