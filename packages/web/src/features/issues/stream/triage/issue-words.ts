import type { IssueSummary } from '@hindcast/contract/issues/issues.ts'
import { plural, t } from '@lingui/core/macro'
import type { IssueChange } from '#product/issues/issue-actions.ts'

/** What was done, for the notice that can take it back. */
export function doneWords(issues: readonly IssueSummary[], change: IssueChange): string {
  const which =
    issues.length === 1 ? issues[0]!.shortId : plural(issues.length, { one: '# issue', other: '# issues' })
  if (change.status === 'resolved') return t`${which} resolved`
  if (change.status === 'ignored') return t`${which} ignored`
  if (change.status === 'unresolved') return t`${which} reopened`
  if (change.assignee === null) return t`${which} unassigned`
  const name = change.team?.name ?? change.assignee?.name ?? ''
  return t`${which} assigned to ${name}`
}
