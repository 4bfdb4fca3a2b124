import type { IssueSummary, Person } from '@hindcast/contract/issues/issues.ts'
import { msg, plural, t } from '@lingui/core/macro'
import { copyText } from '#lib/browser/clipboard.ts'
import { i18n } from '#lib/i18n/i18n.ts'
import { changeIssues, type IssueChange } from '#product/issues/issue-actions.ts'
import { mergeDialog } from '#product/issues/merge-dialog-state.ts'
import { notify } from '#lib/state/notices.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { createStore } from '@tanstack/react-store'
import { targetsOf } from './triage.ts'
import { shownIds, triage } from './triage-store.ts'
import { sessionQuery } from '#product/session/session-queries.ts'

/** What the server takes at once, beside the one that stays. */
const MOST_MERGED = 101

/** The issues to assign. */
export const assigning = createStore<readonly IssueSummary[] | undefined>(undefined)

/** Actions on issues, for keys, buttons and the command menu. */
export function triageActions(rows: readonly IssueSummary[]) {
  const targets = (): readonly IssueSummary[] => {
    const ids = new Set(targetsOf(triage.get(), shownIds()))
    return rows.filter(({ id }) => ids.has(id))
  }
  const change = (issues: readonly IssueSummary[], wanted: IssueChange) => {
    const touched = issues.filter((issue) => differs(issue, wanted))
    if (touched.length === 0) return
    void changeIssues(
      touched.map(({ id }) => id),
      wanted,
      doneWords(touched, wanted),
    )
  }
  const me = (): Person | undefined => queryClient.getQueryData(sessionQuery.queryKey)?.user
  return {
    targets,
    resolve: (issues = targets()) => change(issues, { status: 'resolved' }),
    ignore: (issues = targets()) => change(issues, { status: 'ignored' }),
    reopen: (issues = targets()) => change(issues, { status: 'unresolved' }),
    /** The same key takes it back where all of them are resolved already. */
    resolveOrReopen: (issues = targets()) =>
      change(issues, {
        status: issues.every(({ status }) => status === 'resolved') ? 'unresolved' : 'resolved',
      }),
    assignMe: (issues = targets()) => {
      const person = me()
      if (person !== undefined) change(issues, { assignee: person })
    },
    change,
    pickAssignee: (issues = targets()) => {
      if (issues.length > 0) assigning.setState(() => issues)
    },
    /** The one under the cursor stays, if it is among them; a single one looks for its like. */
    merge: (issues = targets()) => {
      const { cursor } = triage.get()
      const [into, from] = [
        issues.filter(({ id }) => id === cursor),
        issues.filter(({ id }) => id !== cursor),
      ]
      if (issues.length > 0)
        mergeDialog.setState(() => ({ issues: [...into, ...from].slice(0, MOST_MERGED) }))
    },
    copyLink: async () => {
      const issue = rows.find(({ id }) => id === triage.get().cursor)
      if (issue === undefined) return
      const copied = await copyText(`${location.origin}/issues/${issue.id}`)
      notify({
        tone: copied ? 'done' : 'failed',
        text: copied
          ? i18n._(msg`Link to ${issue.shortId} copied`)
          : i18n._(msg`Copying was blocked by the browser`),
      })
    },
  }
}

export type TriageActions = ReturnType<typeof triageActions>

function differs(issue: IssueSummary, { status, assignee, team }: IssueChange): boolean {
  if (team) return true
  if (status !== undefined && issue.status !== status) return true
  return assignee !== undefined && (issue.assignee ?? issue.assigneeTeam)?.id !== assignee?.id
}

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
