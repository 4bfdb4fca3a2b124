import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { facetKey, namedValues, onlyValue, toggleValue, wantedOf } from '#product/search/query-text.ts'
import { tokensOf } from '#product/search/query-tokens.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { FacetValue } from './facet-value.tsx'
import { facetsQuery } from '#product/issues/issue-queries.ts'

interface Props {
  readonly project: string
  readonly query: string
  readonly onQuery: (query: string) => void
}

const STATUS = ['unresolved', 'resolved', 'ignored'] as const

/** How what is found spreads; a click changes the text of the query. */
export const FacetRail = memo(function FacetRail({ project, query, onQuery }: Props) {
  const { t } = useLingui()
  const names = useFacetNames()
  const { data, isError } = useQuery({ ...facetsQuery(project, query), placeholderData: keepPreviousData })
  const toggle = (key: string, value: string, wanted: 'included' | 'excluded' | 'only') =>
    onQuery(wanted === 'only' ? onlyValue(query, key, value) : toggleValue(query, key, value, wanted))
  const [others, status] = withStatus(data?.facets)
  return (
    <nav aria-label={t`Filters`} className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 px-3 py-3">
      {withKeys([status, ...others], query).map(({ key, values }) => (
        <section key={key}>
          <h2 className="px-1 pb-1 text-meta font-strong text-muted">{names(key)}</h2>
          <ul className="grid grid-cols-[minmax(0,1fr)]">
            {withNamed(values, namedValues(query, key)).map(({ value, issues }) => (
              <FacetValue
                key={value}
                facet={key}
                value={value}
                issues={issues}
                most={Math.max(1, ...values.map((one) => one.issues ?? 0))}
                wanted={wantedOf(query, key, value)}
                onToggle={(wanted) => toggle(key, value, wanted)}
              />
            ))}
          </ul>
        </section>
      ))}
      {data === undefined && !isError && <FacetSkeleton />}
      {data?.sampled === true && (
        <p className="px-1 text-meta text-subtle">
          <Trans>Counts cover the most recent issues.</Trans>
        </p>
      )}
    </nav>
  )
})

interface Group {
  readonly key: string
  readonly values: readonly Value[]
}

/** The three of them in their order, whether anything has them or not. */
function withStatus(
  facets: readonly Group[] | undefined,
): readonly [others: readonly Group[], status: Group] {
  const counted = facets?.find(({ key }) => key === 'is')?.values
  const values = STATUS.map((value) => {
    const known = counted?.find((one) => one.value === value)
    return { value, issues: known?.issues ?? (counted === undefined ? undefined : 0) }
  })
  return [facets?.filter(({ key }) => key !== 'is') ?? [], { key: 'is', values }]
}

/** What the query asks for stays in sight, even where nothing is found. */
function withKeys(groups: readonly Group[], query: string): readonly Group[] {
  const named = new Set(
    tokensOf(query).flatMap(({ key, quotedKey }) => (key === '' || quotedKey ? [] : facetKey(key))),
  )
  const missing = [...named].filter((key) => !groups.some((group) => group.key === key))
  return [...groups, ...missing.map((key) => ({ key, values: [] }))]
}

interface Value {
  readonly value: string
  readonly issues: number | undefined
}

/** A filter that is on stays in sight, even where nothing has its value. */
function withNamed(values: readonly Value[], named: readonly string[]): readonly Value[] {
  const missing = named.filter((value) => !values.some((one) => one.value === value))
  return [...missing.map((value) => ({ value, issues: undefined })), ...values]
}

function useFacetNames(): (key: string) => string {
  const { t } = useLingui()
  const names: Readonly<Record<string, string>> = {
    is: t`Status`,
    level: t`Level`,
    assigned: t`Assigned to`,
    release: t`Release`,
    environment: t`Environment`,
    browser: t`Browser`,
    os: t`Operating system`,
    route: t`Route`,
    handled: t`Handled`,
  }
  return (key) => names[key] ?? key
}

function FacetSkeleton() {
  return (
    <div className="grid gap-3 px-1" aria-hidden="true">
      {[70, 90, 60, 80, 50, 75].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  )
}
