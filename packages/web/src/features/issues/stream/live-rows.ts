import type { IssueSummary } from '@hindcast/contract/issues/issues.ts'
import { mapIssues, type IssuePages } from '#product/issues/issue-edits.ts'

/** Newer numbers for rows on the screen, each where it is: the order is as it was when the list was loaded. */
export function withFresh(
  pages: IssuePages,
  fresh: readonly IssueSummary[],
  shown: ReadonlySet<string>,
): IssuePages {
  const byId = new Map(fresh.filter(({ id }) => shown.has(id)).map((issue) => [issue.id, issue]))
  return mapIssues(pages, new Set(byId.keys()), (issue) => {
    const next = byId.get(issue.id)!
    return sameRow(issue, next) ? issue : next
  })
}

/** A row that did not change stays the same object, so that it does not render. */
function sameRow(one: IssueSummary, other: IssueSummary): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** What the reader has not seen: issues that are new or came back and that this list, loaded now, would hold. */
export function arrivalsAmong(
  fresh: readonly IssueSummary[],
  shown: ReadonlySet<string>,
  created: ReadonlySet<string>,
  since: number,
): readonly string[] {
  const isNew = ({ id, substatus, firstSeen, lastSeen }: IssueSummary) =>
    created.has(id) || Date.parse(substatus === 'regressed' ? lastSeen : firstSeen) > since
  return fresh.filter((issue) => !shown.has(issue.id) && isNew(issue)).map(({ id }) => id)
}
