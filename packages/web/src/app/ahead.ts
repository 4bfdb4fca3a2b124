import { eventQuery, facetsQuery, issueQuery, issuesQuery } from '../lib/queries.ts'
import { prefetcher, queryClient } from '../lib/query-client.ts'
import { streamView, type StreamSearch } from '../lib/views.ts'

type Cause = 'preload' | 'enter' | 'stay'

/** A guess waits for a free place; a click does not wait for anything. */
export function askForIssue(issue: string, event: string, cause: Cause): void {
  for (const options of [issueQuery(issue), eventQuery(issue, event)]) {
    if (cause === 'preload') prefetcher.want(options)
    else void queryClient.prefetchQuery(options as never)
  }
}

/** Only what was never asked for: rows that are there do not change under the reader because of a click. */
export function askForIssues(project: string, search: StreamSearch, cause: Cause): void {
  if (cause === 'stay') return
  const view = streamView(search)
  const staleTime = Number.POSITIVE_INFINITY
  void queryClient.prefetchInfiniteQuery({ ...issuesQuery(project, view), staleTime })
  void queryClient.prefetchQuery({ ...facetsQuery(project, view.query), staleTime })
}
