import type { IssueDetail } from '@hindcast/contract/issues.ts'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { membersQuery, sessionQuery } from '../../lib/queries.ts'
import { PersonPicker } from '../../ui/person-picker.tsx'
import type { IssueChanges } from './issue-changes.ts'

interface Props {
  readonly issue: IssueDetail
  readonly onChoose: IssueChanges['assign']
  readonly onClose: () => void
}

export function AssignDialog({ issue, onChoose, onClose }: Props) {
  const { t } = useLingui()
  const { data: people = [] } = useQuery(membersQuery)
  const { data: session } = useQuery(sessionQuery)
  return (
    <PersonPicker
      label={t`Assign ${issue.shortId} to…`}
      people={people}
      me={session?.user.id}
      chosen={issue.assignee?.id ?? null}
      onChoose={onChoose}
      onClose={onClose}
    />
  )
}
