import { prefetcher, queryClient } from '#lib/api/query-client.ts'
import {
  eventQuery,
  facetsQuery,
  issueQuery,
  issuesQuery,
  type IssueView,
} from '#product/issues/issue-queries.ts'

/**
 * Data is asked for while the code of the screen is still on its way, and never waited for: the cache paints at once.
 */

type Cause = 'preload' | 'enter' | 'stay'

/** A guess waits for a free place; a click does not wait for anything. */
export function askForIssue(issue: string, event: string, cause: Cause): void {
  for (const options of [issueQuery(issue), eventQuery(issue, event)]) {
    if (cause === 'preload') prefetcher.want(options)
    else void queryClient.prefetchQuery(options as never)
  }
}

/** Only what was never asked for: rows that are there do not change under the reader because of a click. */
export function askForIssues(
  project: string,
  view: IssueView & { readonly query: string },
  cause: Cause,
): void {
  if (cause === 'stay') return
  const staleTime = Number.POSITIVE_INFINITY
  void queryClient.prefetchInfiniteQuery({ ...issuesQuery(project, view), staleTime })
  void queryClient.prefetchQuery({ ...facetsQuery(project, view.query), staleTime })
}
