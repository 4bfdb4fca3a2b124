import type { Team } from '@hindcast/contract/people/teams.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { notify } from '#lib/state/notices.ts'
import { api } from '#lib/api/client.ts'
import { teamsQuery } from '#product/people/people-queries.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { ConfirmButton } from '#ui/feedback/confirm-button.tsx'
import { Avatar } from '#ui/data/avatar.tsx'
import { Button } from '#ui/base/button.tsx'
import { Panel } from '#ui/layout/panel.tsx'

interface Props {
  readonly team: Team
  readonly mayChange: boolean
  readonly onEdit: () => void
}

export function TeamPanel({ team, mayChange, onEdit }: Props) {
  const { t } = useLingui()
  const { name } = team
  const actions = (
    <>
      <Button aria-label={t`Edit ${name}`} onClick={onEdit}>
        <Trans>Edit</Trans>
      </Button>
      <DeleteTeam team={team} />
    </>
  )
  const title = (
    <span className="flex flex-wrap items-center gap-2">
      <span>{name}</span>
      <span className="code font-normal text-subtle">#{team.slug}</span>
    </span>
  )
  return (
    <Panel title={title} actions={mayChange ? actions : undefined}>
      <dl className="grid gap-3 p-3 pane:grid-cols-2">
        <div className="grid content-start gap-1.5">
          <dt className="text-meta font-strong text-subtle">
            <Trans>People</Trans>
          </dt>
          <dd className="flex flex-wrap gap-x-4 gap-y-1.5">
            {team.members.length === 0 && <Nobody />}
            {team.members.map((person) => (
              <span key={person.id} className="flex min-w-0 items-center gap-1.5">
                <Avatar name={person.name || person.email} size={20} />
                <span className="min-w-0">{person.name || person.email}</span>
              </span>
            ))}
          </dd>
        </div>
        <div className="grid content-start gap-1.5">
          <dt className="text-meta font-strong text-subtle">
            <Trans>Projects</Trans>
          </dt>
          <dd className="flex flex-wrap gap-x-4 gap-y-1.5">
            {team.projects.length === 0 && <span className="text-subtle">{t`None yet`}</span>}
            {team.projects.map((project) => (
              <Link
                key={project.id}
                to="/projects/$project/issues"
                params={{ project: project.slug }}
                className="text-accent hover:underline"
              >
                {project.name}
              </Link>
            ))}
          </dd>
        </div>
      </dl>
    </Panel>
  )
}

function Nobody() {
  return (
    <span className="text-subtle">
      <Trans>Nobody yet</Trans>
    </span>
  )
}

function DeleteTeam({ team: { id, name } }: { readonly team: Team }) {
  const { t } = useLingui()
  const remove = async () => {
    try {
      await api('DELETE /api/v1/teams/:team', { params: { team: id }, query: {} })
      document.getElementById('main')?.focus({ preventScroll: true })
      queryClient.setQueryData(
        teamsQuery.queryKey,
        (before) => before && { teams: before.teams.filter((each) => each.id !== id) },
      )
      notify({ tone: 'done', text: t`Team ${name} deleted.` })
    } catch (error) {
      const why = error instanceof Error ? error.message : ''
      notify({ tone: 'failed', text: t`Couldn’t delete team ${name}. ${why}` })
    }
  }
  return (
    <ConfirmButton
      word={t`Delete`}
      label={t`Delete ${name}`}
      consequence={t`Its people and projects stay. Its issues become unassigned.`}
      confirm={t`Delete now`}
      keep={t`Keep`}
      onConfirm={remove}
    />
  )
}
