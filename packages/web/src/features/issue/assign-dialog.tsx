import type { IssueDetail } from '@hindcast/contract/issues.ts'
import { useLingui } from '@lingui/react/macro'
import { usePeople } from '../../lib/people.ts'
import { PersonPicker } from '../../ui/person-picker.tsx'
import type { IssueChanges } from './issue-changes.ts'

interface Props {
  readonly issue: IssueDetail
  readonly onChoose: IssueChanges['assign']
  readonly onClose: () => void
}

export function AssignDialog({ issue, onChoose, onClose }: Props) {
  const { t } = useLingui()
  const { people, me } = usePeople()
  return (
    <PersonPicker
      label={t`Assign ${issue.shortId} to…`}
      people={people}
      me={me}
      chosen={issue.assignee?.id ?? null}
      onChoose={onChoose}
      onClose={onClose}
    />
  )
}
