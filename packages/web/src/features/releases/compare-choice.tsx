import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { releasesQuery } from '#product/releases/release-queries.ts'
import { Select } from '#ui/forms/select.tsx'

interface Props {
  readonly project: string
  readonly version: string
  readonly against?: string | undefined
}

/** Any two can be compared, and the address says which. */
export function CompareChoice({ project, version, against = '' }: Props) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { data } = useQuery(releasesQuery(project))
  const listed = (data?.releases ?? []).map((release) => release.version)
  const others = [...new Set([...listed, ...(against === '' ? [] : [against])])].filter(
    (other) => other !== version,
  )
  if (others.length === 0) return null
  return (
    <span className="flex max-w-80 min-w-0 items-center gap-2 text-muted">
      <span aria-hidden="true" className="whitespace-nowrap">
        <Trans>compared with</Trans>
      </span>
      <Select
        label={t`Compared with`}
        className="min-w-0 flex-1"
        value={against}
        onChange={({ target }) =>
          void navigate({
            to: '/projects/$project/releases/$version',
            params: { project, version },
            search: { against: target.value },
            resetScroll: false,
          })
        }
      >
        {against === '' && <option value="">{t`nothing`}</option>}
        {others.map((other) => (
          <option key={other} value={other}>
            {other}
          </option>
        ))}
      </Select>
    </span>
  )
}
