import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { AuditSearch } from '#product/search-params.ts'
import { Select } from '#ui/forms/select.tsx'
import { useKinds, useVerbs } from './audit-words.ts'
import { membersQuery } from '#product/people/people-queries.ts'

interface Props {
  readonly search: AuditSearch
  readonly onChoose: (search: AuditSearch) => void
}

export function AuditFilters({ search, onChoose }: Props) {
  const { t } = useLingui()
  const { data: members = [] } = useQuery(membersQuery)
  const people = members.map(({ id, name, email }) => [id, name || email] as const)
  const choose = (key: keyof AuditSearch, value: string) => {
    const { [key]: _, ...others } = search
    onChoose(value === '' ? others : { ...others, [key]: value })
  }
  return (
    <div role="group" aria-label={t`Filters`} className="flex flex-wrap gap-2">
      <Choice
        label={t`By`}
        every={t`Anyone`}
        choices={people}
        chosen={search.who}
        onChoose={(value) => choose('who', value)}
      />
      <Choice
        label={t`What`}
        every={t`Anything`}
        choices={Object.entries(useKinds())}
        chosen={search.what}
        onChoose={(value) => choose('what', value)}
      />
      <Choice
        label={t`Action`}
        every={t`Any action`}
        choices={Object.entries(useVerbs())}
        chosen={search.done}
        onChoose={(value) => choose('done', value)}
      />
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly every: string
  readonly choices: ReadonlyArray<readonly [id: string, name: string]>
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}

function Choice({ label, every, choices, chosen = '', onChoose }: ChoiceProps) {
  const isKnown = chosen === '' || choices.some(([id]) => id === chosen)
  return (
    <Select
      className="max-w-56"
      label={label}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">{every}</option>
      {choices.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {/* A removed member or an unknown value in the URL stays selected. */}
      {!isKnown && <option value={chosen}>{chosen}</option>}
    </Select>
  )
}
