import type { Causes, VitalCauses, VitalName } from '@hindcast/contract/routes/route-stats.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Unreachable } from '#lib/api/client.ts'
import { countOf } from '#lib/i18n/format.ts'
import { locale } from '#lib/i18n/i18n.ts'
import type { VisitsSearch } from '#product/search-params.ts'
import { durationText } from '#product/traces/duration.ts'
import { vitalText } from '#product/traces/ratings.ts'
import { Failure } from '#ui/feedback/failure.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { vitalCausesQuery } from './route-queries.ts'

interface Props {
  readonly project: string
  readonly route: string
  readonly vital: VitalName
  readonly view: VisitsSearch
}

/** What the slow visits have in common, as far as the SDK said it. */
export function VitalWhy({ project, route, vital, view }: Props) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(vitalCausesQuery(project, route, vital, view))
  if (error !== null && !(error instanceof Unreachable))
    return <Failure title={t`Couldn’t load the causes`} error={error} onRetry={() => void refetch()} />
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      {data === undefined ? <Skeleton height={48} /> : <Explanation vital={vital} causes={data} />}
    </div>
  )
}

function Explanation({ vital, causes }: { readonly vital: VitalName; readonly causes: VitalCauses }) {
  const { t } = useLingui()
  const { visits, parts, elements, resources, scripts } = causes
  const count = countOf(visits, locale)
  const isSilent = [parts, elements, resources, scripts].every((said) => said.of === 0)
  return (
    <>
      <p className="text-meta text-muted">
        <strong className="font-strong text-fg">{t`Why`}</strong>{' '}
        <Trans>from the latest {count} of the slowest quarter of visits</Trans>
      </p>
      {isSilent && (
        <p className="text-muted">
          <Trans>The SDK did not say.</Trans>
        </p>
      )}
      <Parts average={parts.average} />
      <CauseList title={useElementTitle(vital)} vital={vital} causes={elements} visits={visits} />
      <CauseList title={t`Resource`} vital={vital} causes={resources} visits={visits} />
      <CauseList title={t`Longest script`} vital={vital} causes={scripts} visits={visits} />
      {vital === 'inp' && visits > 0 && (
        <p className="text-meta text-muted">
          <Trans>SDKs don’t send how INP splits into input delay, processing and presentation.</Trans>
        </p>
      )}
    </>
  )
}

function useElementTitle(vital: VitalName): string {
  const { t } = useLingui()
  if (vital === 'lcp') return t`Largest element`
  return vital === 'cls' ? t`Elements that moved` : t`Interaction target`
}

function Parts({ average }: { readonly average: VitalCauses['parts']['average'] }) {
  const { t } = useLingui()
  const words = {
    connect: t`Redirects and connection`,
    server: t`Waiting for the server`,
    ttfb: t`Time to first byte`,
    load_delay: t`Resource load delay`,
    load_time: t`Resource load time`,
    load: t`Until the resource was loaded`,
    render_delay: t`Render delay`,
  }
  const parts = (Object.keys(words) as ReadonlyArray<keyof typeof words>).flatMap((part) => {
    const value = average[part]
    return value === undefined ? [] : [{ part, value }]
  })
  const longest = Math.max(...parts.map(({ value }) => value))
  if (parts.length === 0) return null
  return (
    <dl className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1">
      {parts.map(({ part, value }) => (
        <div key={part} className="col-span-3 grid grid-cols-subgrid items-center">
          <dt className="text-muted">{words[part]}</dt>
          <dd className="contents">
            <span
              className="block h-2 min-w-0.5 rounded-mark bg-accent"
              style={{ width: `${(value / longest) * 100}%` }}
              aria-hidden="true"
            />
            <span className="text-end tabular-nums">{durationText(value, locale)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })

interface ListProps {
  readonly title: string
  readonly vital: VitalName
  readonly causes: Causes
  /** All that were looked at, also those that say nothing. */
  readonly visits: number
}

function CauseList({ title, vital, causes, visits }: ListProps) {
  const { t } = useLingui()
  if (causes.top.length === 0) return null
  return (
    <div className="grid gap-1">
      <h3 className="text-meta text-subtle">{title}</h3>
      <ul className="grid gap-1">
        {causes.top.map(({ text, visits: of, median, traceId, spanId }) => {
          const share = percent.format(of / visits)
          const value = vitalText(vital, median, locale)
          return (
            <li key={text} className="flex items-baseline gap-3">
              <Link
                to="/traces/$trace"
                params={{ trace: traceId }}
                search={{ span: spanId }}
                title={t`${text}: open a visit with it`}
                className="code line-clamp-2 min-w-0 flex-1 rounded-control break-all text-fg hover:underline"
              >
                {text}
              </Link>
              <span
                className="text-meta whitespace-nowrap text-muted tabular-nums"
                title={t`Median of these visits`}
              >
                {value}
              </span>
              <span className="whitespace-nowrap tabular-nums" title={t`${share} of the visits`}>
                {share}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
