import type { IssueDetail, IssueSummary } from '@hindcast/contract/issues/issues.ts'
import type { IssuePages } from '#product/issues/issue-edits.ts'
import { queryClient } from '#lib/api/query-client.ts'

/** The lists a reader came from, the most recently loaded first. */
function knownLists(): ReadonlyArray<readonly IssueSummary[]> {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: ['issues'] })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ state }) => {
      const data = state.data as IssuePages | undefined
      return data === undefined ? [] : [data.pages.flatMap(({ issues }) => issues)]
    })
}

/** What a list already knows of an issue: enough to paint its head before the server has answered. */
export function knownFromList(id: string, lists = knownLists()): IssueDetail | undefined {
  const issue = lists.flat().find((one) => one.id === id)
  return issue === undefined
    ? undefined
    : {
        ...issue,
        latestEventId: null,
        history: [],
        historyNext: null,
        feedback: 0,
        following: null,
      }
}

export interface IssueNeighbours {
  readonly previous: string | undefined
  readonly next: string | undefined
}

/** The issues around this one in the list it was opened from; none where it was opened by its address. */
export function neighboursOf(
  id: string,
  lists: ReadonlyArray<ReadonlyArray<{ readonly id: string }>> = knownLists(),
): IssueNeighbours {
  const list = lists.find((issues) => issues.some((one) => one.id === id)) ?? []
  const at = list.findIndex((one) => one.id === id)
  return { previous: list[at - 1]?.id, next: at === -1 ? undefined : list[at + 1]?.id }
}
