import type { VisitParts as Parts } from '@hindcast/contract/routes/route-stats.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Unreachable } from '#lib/api/client.ts'
import { countOf } from '#lib/i18n/format.ts'
import { locale } from '#lib/i18n/i18n.ts'
import type { VisitsSearch } from '#product/search-params.ts'
import { durationText } from '#product/traces/duration.ts'
import { Count } from '#ui/data/count.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ExampleList } from './example-list.tsx'
import { visitPartsQuery } from './route-queries.ts'

interface Props {
  readonly project: string
  readonly route: string
  readonly view: VisitsSearch
}

const HEAD = 'px-3 py-1.5 text-end font-normal whitespace-nowrap'
const CELL = 'px-3 py-1.5 text-end whitespace-nowrap tabular-nums'
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })

/** What the latest visits asked servers for, and in which languages they were; nothing where there were none. */
export function VisitParts({ project, route, view }: Props) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(visitPartsQuery(project, route, view))
  if (error !== null && !(error instanceof Unreachable))
    return <Failure title={t`Couldn’t load the requests`} error={error} onRetry={() => void refetch()} />
  if (data === undefined || data.visits === 0) return null
  return (
    <>
      <div className="grid grid-cols-[2fr_1fr] items-start gap-4 max-pane:grid-cols-1">
        <Requests parts={data} />
        <Locales parts={data} />
      </div>
      <ExampleList title={t`Typical visits`} examples={data.typical} project={project} />
    </>
  )
}

function Requests({ parts: { visits, requests, isCut } }: { readonly parts: Parts }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Requests`}>
      <Basis visits={visits} />
      {requests.length === 0 && (
        <p className="px-3 pb-3 text-muted">
          <Trans>None of them reported a request.</Trans>
        </p>
      )}
      {requests.length > 0 && (
        <table aria-label={t`Requests`} className="w-full border-collapse">
          <thead className="border-y border-line bg-canvas text-meta text-subtle">
            <tr>
              <th className={`${HEAD} text-start!`}>{t`Address`}</th>
              <th className={`${HEAD} max-phone:hidden`}>{t`Requests`}</th>
              <th className={`${HEAD} max-phone:hidden`}>{t`Median`}</th>
              <th className={HEAD}>{t`Longest`}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {requests.map(({ name, requests: count, median, longest }) => (
              <tr key={name}>
                <th scope="row" className="px-3 py-1.5 text-start font-normal">
                  <Link
                    to="/traces/$trace"
                    params={{ trace: longest.traceId }}
                    search={{ span: longest.spanId }}
                    title={t`Open the longest one`}
                    className="code line-clamp-2 rounded-control break-all text-fg hover:underline"
                  >
                    {name}
                  </Link>
                </th>
                <td className={`${CELL} max-phone:hidden`}>
                  <Count of={count} />
                </td>
                <td className={`${CELL} max-phone:hidden`}>{durationText(median, locale)}</td>
                <td className={CELL}>{durationText(longest.duration, locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isCut && (
        <p className="border-t border-line px-3 py-2 text-meta text-muted">
          <Trans>Only the longest 1,000 requests of these visits are counted.</Trans>
        </p>
      )}
    </Panel>
  )
}

function Locales({ parts: { visits, locales } }: { readonly parts: Parts }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Locales`}>
      <Basis visits={visits} />
      {locales.length === 0 && (
        <p className="px-3 pb-3 text-muted">
          <Trans>The addresses of this route name no locale.</Trans>
        </p>
      )}
      <ul className="divide-y divide-line">
        {locales.map((one) => (
          <li key={one.locale} className="flex gap-3 px-3 py-1.5">
            <span className="code flex-1 break-all">{one.locale}</span>
            <span className="tabular-nums">{percent.format(one.visits / visits)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Basis({ visits }: { readonly visits: number }) {
  const count = countOf(visits, locale)
  return (
    <p className="px-3 py-2 text-meta text-muted">
      <Trans>Latest visits: {count}</Trans>
    </p>
  )
}
