import type { TeamRef } from '@hindcast/contract/issues/lifecycle.ts'
import type { Person } from '@hindcast/contract/issues/issues.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useCombobox, type OptionAttributes } from '#ui/forms/use-combobox.ts'
import { Avatar } from '#ui/data/avatar.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Icon } from '#ui/base/icon.tsx'

interface Props {
  readonly label: string
  readonly people: readonly Person[]
  /** The current user, offered first. */
  readonly me: string | undefined
  /** The current assignee; undefined if several issues differ. */
  readonly chosen: string | null | undefined
  readonly onChoose: (person: Person | null) => void
  readonly teams?: readonly TeamRef[]
  readonly onChooseTeam?: (team: TeamRef) => void
  readonly onClose: () => void
}

/** A name typed, or the arrows, and Enter. */
export function AssigneePicker(props: Props) {
  const { label, people, me, chosen, onChoose, teams = [], onChooseTeam, onClose } = props
  const { t } = useLingui()
  const [text, setText] = useState('')
  const choices = choicesFor(people, teams, me, text, t`Nobody`)
  const choose = (index: number) => {
    const choice = choices[index]
    if (choice === undefined) return
    onClose()
    if (choice.team === undefined) onChoose(choice.person)
    else onChooseTeam?.(choice.team)
  }
  const { field, optionAt } = useCombobox({
    list: 'people',
    label,
    text,
    onText: setText,
    options: choices.map(({ id }) => id),
    onChoose: choose,
  })
  return (
    <Dialog label={label} className="max-w-80" onClose={onClose}>
      <input
        {...field}
        autoFocus
        className="min-h-9 w-full border-b border-line bg-surface px-3 text-form outline-none"
        placeholder={label}
      />
      <ul id="people" role="listbox" aria-label={label} className="max-h-72 overflow-y-auto p-1">
        {choices.map((choice, index) => (
          <Choice
            key={choice.id}
            choice={choice}
            attributes={optionAt(index)}
            you={choice.id === me}
            now={chosen !== undefined && (choice.team ?? choice.person)?.id === (chosen ?? undefined)}
          />
        ))}
      </ul>
      {choices.length === 0 && <NobodyFound />}
    </Dialog>
  )
}

function NobodyFound() {
  return (
    <p className="px-3 pb-3 text-subtle">
      <Trans>No matching people or teams.</Trans>
    </p>
  )
}

interface ChoiceProps {
  readonly choice: ReturnType<typeof choicesFor>[number]
  readonly attributes: OptionAttributes
  readonly you: boolean
  readonly now: boolean
}

function Choice({ choice: { name, person, team }, attributes, you, now }: ChoiceProps) {
  const { t } = useLingui()
  return (
    <li
      {...attributes}
      className="flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 aria-selected:bg-selected"
    >
      {person === null && team === undefined ? <Icon name="close" /> : <Avatar name={name} size={20} />}
      <span className="min-w-0 truncate">{name}</span>
      {team !== undefined && (
        <span className="shrink-0 text-subtle">
          <Trans>team</Trans>
        </span>
      )}
      {you && (
        <span className="shrink-0 text-subtle">
          <Trans>you</Trans>
        </span>
      )}
      {now && (
        <span className="ms-auto flex" title={t`Current`}>
          <Icon name="check" />
        </span>
      )}
    </li>
  )
}

function choicesFor(
  people: readonly Person[],
  teams: readonly TeamRef[],
  me: string | undefined,
  text: string,
  nobody: string,
) {
  const wanted = text.trim().toLowerCase()
  const known = people.map((person) => ({
    id: person.id,
    name: person.name || person.email,
    person,
    team: undefined,
  }))
  const [mine, others] = [known.filter(({ id }) => id === me), known.filter(({ id }) => id !== me)]
  const ofTeams = teams.map((team) => ({ id: team.id, name: team.name, person: null, team }))
  return [...mine, { id: '', name: nobody, person: null, team: undefined }, ...others, ...ofTeams].filter(
    ({ name, person }) => name.toLowerCase().includes(wanted) || person?.email.toLowerCase().includes(wanted),
  )
}
