import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readRouteSearch, readVisitsSearch, type VisitsSearch } from '#product/search-params.ts'
import { Select } from '#ui/forms/select.tsx'

interface Props {
  readonly view: VisitsSearch
  readonly choices: { readonly releases: readonly string[]; readonly environments: readonly string[] }
}

/** Narrows the visits to a release or an environment; the address says which. */
export function VisitsFilter({ view, choices }: Props) {
  const { t } = useLingui()
  return (
    <>
      <Choice
        name="environment"
        label={t`Environment`}
        all={t`All environments`}
        values={choices.environments}
        {...{ view }}
      />
      <Choice
        name="release"
        label={t`Release`}
        all={t`All releases`}
        values={choices.releases}
        {...{ view }}
      />
    </>
  )
}

interface ChoiceProps {
  readonly name: 'release' | 'environment'
  readonly label: string
  readonly all: string
  readonly values: readonly string[]
  readonly view: VisitsSearch
}

/** Not shown where there is nothing to choose. */
function Choice({ name, label, all, values, view }: ChoiceProps): ReactNode {
  const navigate = useNavigate()
  const chosen = view[name]
  const offered = chosen === undefined || values.includes(chosen) ? values : [chosen, ...values]
  if (offered.length < 2 && chosen === undefined) return null
  return (
    <Select
      label={label}
      className="max-w-48"
      value={chosen ?? ''}
      onChange={({ target }) =>
        void navigate({
          to: '.',
          search: (before) => readVisitsSearch({ ...before, [name]: target.value || undefined }),
          resetScroll: false,
        })
      }
    >
      <option value="">{all}</option>
      {offered.map((value) => (
        <option key={value}>{value}</option>
      ))}
    </Select>
  )
}

/** On the page of one route: what the list was narrowed to, and the way to all visits. */
export function NarrowedTo({ view: { environment, release } }: Pick<Props, 'view'>): ReactNode {
  const only = [environment, release].filter((one) => one !== undefined).join(' · ')
  if (only === '') return null
  return (
    <span className="flex flex-wrap gap-x-2">
      <span className="break-all">
        <Trans>Only {only}</Trans>
      </span>
      <Link
        to="."
        search={(view) => readRouteSearch({ ...view, release: undefined, environment: undefined })}
        className="rounded-control text-accent hover:underline"
      >
        <Trans>Show all visits</Trans>
      </Link>
    </span>
  )
}
