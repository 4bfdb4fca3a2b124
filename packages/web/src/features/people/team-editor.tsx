import type { Team } from '@hindcast/contract/people/teams.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '#lib/state/notices.ts'
import { api } from '#lib/api/client.ts'
import { teamsQuery, membersQuery } from '#product/people/people-queries.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { Button } from '#ui/base/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { projectsQuery } from '#product/session/session-queries.ts'

interface Props {
  /** Null: a new one. */
  readonly team: Team | null
  readonly onClose: () => void
}

interface Draft {
  readonly name: string
  readonly memberIds: readonly string[]
  readonly projectIds: readonly string[]
}

export function TeamEditor({ team, onClose }: Props) {
  const { t } = useLingui()
  const label = team === null ? t`New team` : t`Edit ${team.name}`
  const [draft, setDraft] = useState<Draft>({
    name: team?.name ?? '',
    memberIds: team?.members.map(({ id }) => id) ?? [],
    projectIds: team?.projects.map(({ id }) => id) ?? [],
  })
  const [tried, setTried] = useState(false)
  const { save, busy, error } = useSave(team, onClose)
  const { data: members = [] } = useQuery(membersQuery)
  const { data: projects = [] } = useQuery(projectsQuery)
  const noName = tried && draft.name.trim() === '' ? t`Enter a team name.` : undefined
  return (
    <Dialog label={label} className="max-w-120" onClose={onClose}>
      <form
        className="grid gap-4 overflow-y-auto p-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (draft.name.trim() !== '' && !busy) void save(draft)
        }}
      >
        <h2 className="text-section font-bold">{label}</h2>
        {error !== undefined && <Failure title={t`Couldn’t save the team`} error={error} />}
        <TextField
          label={t`Name`}
          autoFocus
          maxLength={64}
          autoComplete="off"
          value={draft.name}
          fault={noName}
          onChange={({ target }) => setDraft({ ...draft, name: target.value })}
        />
        <Choices
          legend={t`People`}
          all={members.map((member) => ({ id: member.id, name: member.name || member.email }))}
          chosen={draft.memberIds}
          onChange={(memberIds) => setDraft({ ...draft, memberIds })}
        />
        <Choices
          legend={t`Projects`}
          all={projects}
          chosen={draft.projectIds}
          onChange={(projectIds) => setDraft({ ...draft, projectIds })}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" kind="primary" busy={busy}>
            {team === null ? t`Create team` : t`Save`}
          </Button>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface ChoicesProps {
  readonly legend: string
  readonly all: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

function Choices({ legend, all, chosen, onChange }: ChoicesProps) {
  return (
    <fieldset>
      <legend className="mb-1 font-strong">{legend}</legend>
      <div className="grid max-h-48 gap-x-4 overflow-y-auto rounded-control border border-line px-2 py-1 phone:grid-cols-2">
        {all.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

function useSave(team: Team | null, onDone: () => void) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const save = async ({ name, memberIds, projectIds }: Draft) => {
    setBusy(true)
    try {
      const body = { name: name.trim(), memberIds: [...memberIds], projectIds: [...projectIds] }
      const saved =
        team === null
          ? await api('POST /api/v1/teams', { body })
          : await api('PATCH /api/v1/teams/:team', { params: { team: team.id }, query: {}, body })
      queryClient.setQueryData(
        teamsQuery.queryKey,
        (before) =>
          before && {
            teams: [...before.teams.filter(({ id }) => id !== saved.id), saved].toSorted((a, b) =>
              a.name.localeCompare(b.name),
            ),
          },
      )
      const word = saved.name
      notify({ tone: 'done', text: t`Team ${word} saved.` })
      onDone()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return { save, busy, error }
}
