import type { IssueDetail } from '@hindcast/contract/issues/issues.ts'
import { useLingui } from '@lingui/react/macro'
import { useAssignees, useTeams } from '#product/people/assignees.ts'
import { AssigneePicker } from '#product/issues/assignee-picker.tsx'
import type { IssueChanges } from './issue-changes.ts'

interface Props {
  readonly issue: IssueDetail
  readonly onChoose: IssueChanges['assign']
  readonly onChooseTeam: IssueChanges['assignTeam']
  readonly onClose: () => void
}

export function AssignDialog({ issue, onChoose, onChooseTeam, onClose }: Props) {
  const { t } = useLingui()
  const { people, me } = useAssignees()
  const teams = useTeams()
  return (
    <AssigneePicker
      label={t`Assign ${issue.shortId} to…`}
      people={people}
      me={me}
      chosen={(issue.assignee ?? issue.assigneeTeam)?.id ?? null}
      teams={teams}
      onChooseTeam={onChooseTeam}
      onChoose={onChoose}
      onClose={onClose}
    />
  )
}
