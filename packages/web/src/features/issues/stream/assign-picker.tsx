import { useLingui } from '@lingui/react/macro'
import { useAssignees, useTeams } from '#product/people/assignees.ts'
import { useSelector } from '@tanstack/react-store'
import { AssigneePicker } from '#product/issues/assignee-picker.tsx'
import { assigning, type TriageActions } from './triage/triage-actions.ts'

export function AssignPicker({ actions }: { readonly actions: TriageActions }) {
  const { t } = useLingui()
  const issues = useSelector(assigning)
  const { people, me } = useAssignees()
  const teams = useTeams()
  if (issues === undefined) return null
  const holders = new Set(issues.map(({ assignee, assigneeTeam }) => (assignee ?? assigneeTeam)?.id ?? null))
  return (
    <AssigneePicker
      label={
        issues.length === 1 ? t`Assign ${issues[0]!.shortId} to…` : t`Assign ${issues.length} issues to…`
      }
      people={people}
      me={me}
      chosen={holders.size === 1 ? [...holders][0] : undefined}
      teams={teams}
      onChooseTeam={(team) => actions.change(issues, { team })}
      onChoose={(person) => actions.change(issues, { assignee: person })}
      onClose={() => assigning.setState(() => undefined)}
    />
  )
}
