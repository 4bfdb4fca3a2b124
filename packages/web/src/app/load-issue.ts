import { eventQuery, issueQuery } from '../lib/queries.ts'
import { prefetcher, queryClient } from '../lib/query-client.ts'

/** A guess waits for a free place; a click does not wait for anything. */
export function loadIssue(issue: string, event: string, cause: 'preload' | 'enter' | 'stay'): void {
  for (const options of [issueQuery(issue), eventQuery(issue, event)]) {
    if (cause === 'preload') prefetcher.want(options)
    else void queryClient.prefetchQuery(options as never)
  }
}
