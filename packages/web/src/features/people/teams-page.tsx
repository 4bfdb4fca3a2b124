import type { Team } from '@hindcast/contract/people/teams.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Unreachable } from '#lib/api/client.ts'
import { usePermission } from '#product/session/permissions.ts'
import { teamsQuery } from '#product/people/people-queries.ts'
import { Button } from '#ui/base/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { PeopleScreen } from './people-tabs.tsx'
import { TeamEditor } from './team-editor.tsx'
import { TeamPanel } from './team-panel.tsx'

export function TeamsPage() {
  const { t } = useLingui()
  const mayChange = usePermission('team:write')
  /** The team that is edited; null: a new one. */
  const [edited, edit] = useState<Team | null>()
  const create = (
    <Button kind="primary" icon="plus" onClick={() => edit(null)}>
      <Trans>New team</Trans>
    </Button>
  )
  return (
    <PeopleScreen title={t`Teams`} actions={mayChange ? create : undefined}>
      <p className="max-w-prose text-muted">
        <Trans>
          Teams own projects. You can assign issues to a team, alert it and search by it. Teams don’t restrict
          access: everyone sees every project.
        </Trans>
      </p>
      {edited !== undefined && <TeamEditor team={edited} onClose={() => edit(undefined)} />}
      <TeamList mayChange={mayChange} onEdit={edit} />
    </PeopleScreen>
  )
}

interface ListProps {
  readonly mayChange: boolean
  readonly onEdit: (team: Team) => void
}

function TeamList({ mayChange, onEdit }: ListProps) {
  const { t } = useLingui()
  const { data: teams, error, refetch } = useQuery(teamsQuery)
  if (error !== null && !(error instanceof Unreachable))
    return <Failure title={t`Couldn’t load the teams`} error={error} onRetry={() => void refetch()} />
  if (teams === undefined) return <Skeleton height={128} />
  if (teams.length === 0)
    return (
      <EmptyState title={t`No teams yet`}>
        <p>
          {mayChange ? (
            <Trans>A team is a group of people who own projects.</Trans>
          ) : (
            <Trans>Ask an owner or admin to create one.</Trans>
          )}
        </p>
      </EmptyState>
    )
  return teams.map((team) => (
    <TeamPanel key={team.id} team={team} mayChange={mayChange} onEdit={() => onEdit(team)} />
  ))
}
