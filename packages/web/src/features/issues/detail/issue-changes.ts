import type { IssueStatus, TeamRef } from '@hindcast/contract/issues/lifecycle.ts'
import type { IssueDetail, Person } from '@hindcast/contract/issues/issues.ts'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { changeIssues } from '#product/issues/issue-actions.ts'
import { sessionQuery } from '#product/session/session-queries.ts'

export interface IssueChanges {
  readonly setStatus: (status: IssueStatus) => void
  readonly assign: (person: Person | null) => void
  readonly assignTeam: (team: TeamRef) => void
  readonly assignMe: () => void
}

export function useIssueChanges(issue: IssueDetail): IssueChanges {
  const { t } = useLingui()
  const { data: session } = useQuery(sessionQuery)
  const { id, shortId } = issue
  const assign = (person: Person | null) => {
    if ((person?.id ?? null) === ((issue.assignee ?? issue.assigneeTeam)?.id ?? null)) return
    const name = person === null ? '' : person.name || person.email
    const words = person === null ? t`${shortId} unassigned` : t`${shortId} assigned to ${name}`
    void changeIssues([id], { assignee: person }, words)
  }
  return {
    setStatus: (status) => {
      if (status === issue.status) return
      const words = {
        resolved: t`${shortId} resolved`,
        ignored: t`${shortId} ignored`,
        unresolved: t`${shortId} reopened`,
      }[status]
      void changeIssues([id], { status }, words)
    },
    assign,
    assignTeam: (team) => {
      const { name } = team
      void changeIssues([id], { team }, t`${shortId} assigned to ${name}`)
    },
    assignMe: () => {
      if (session !== undefined) assign(session.user)
    },
  }
}
