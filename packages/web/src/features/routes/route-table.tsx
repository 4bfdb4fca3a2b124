import type { RouteLine } from '@hindcast/contract/routes/route-stats.ts'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { locale } from '#lib/i18n/i18n.ts'
import type { VisitsSearch } from '#product/search-params.ts'
import { durationText } from '#product/traces/duration.ts'
import { CORE_VITALS, VITAL_SHORT } from '#product/traces/ratings.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { Change } from './change.tsx'
import { ErrorRate } from './error-rate.tsx'
import { EstimateText } from '#product/traces/estimate-text.tsx'
import { VitalCell } from './vital-cell.tsx'
import { waitText } from '#product/traces/duration.ts'
import { changeOf, visitsOf } from './vitals.ts'

interface Props {
  readonly routes: readonly RouteLine[]
  readonly project: string
  readonly view: VisitsSearch
}

const HEAD = 'px-3 py-1.5 text-end font-normal whitespace-nowrap'
const CELL = 'px-3 py-2 text-end align-middle tabular-nums'
const FROM_PANE = 'max-pane:hidden'
const FROM_DESK = 'max-desk:hidden'

/** Ranked by what a route costs its users. */
export function RouteTable({ routes, project, view }: Props) {
  const { t } = useLingui()
  return (
    <Panel>
      <table aria-label={t`Routes`} className="w-full border-collapse">
        <thead className="border-b border-line bg-canvas text-meta text-subtle">
          <tr>
            <th className={`${HEAD} text-start!`}>{t`Route`}</th>
            <th
              className={HEAD}
              title={t`How long all users together waited beyond what is rated good`}
            >{t`Time lost`}</th>
            <th className={`${HEAD} max-phone:hidden`}>{t`Visits`}</th>
            {CORE_VITALS.map((vital) => (
              <th key={vital} className={`${HEAD} ${FROM_PANE}`} title={t`75th percentile`}>
                {VITAL_SHORT[vital]}
              </th>
            ))}
            <th className={`${HEAD} ${FROM_PANE}`} title={t`95th percentile`}>{t`Server`}</th>
            <th className={`${HEAD} ${FROM_DESK}`} title={t`Errors per 100 visits`}>{t`Errors`}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {routes.map((line) => (
            <Row key={line.key} line={line} project={project} view={view} />
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

interface RowProps {
  readonly line: RouteLine
  readonly project: string
  readonly view: VisitsSearch
}

function Row({ line, project, view }: RowProps) {
  const { t } = useLingui()
  const { key, isPattern, weekBefore, vitals, serverP95, errors, lostSeconds } = line
  const visits = visitsOf(line)
  return (
    <tr className="hover:bg-hover">
      <th scope="row" className="px-3 py-2 text-start font-normal">
        <Link
          to="/projects/$project/routes/one"
          params={{ project }}
          search={{ ...view, route: key }}
          className="rounded-control font-strong break-all text-fg hover:underline"
        >
          {key}
        </Link>
        {!isPattern && (
          <span
            className="ms-2 text-meta text-subtle"
            title={t`A path, because no route pattern is known for it`}
          >
            {t`path`}
          </span>
        )}
        <span className="flex flex-wrap gap-x-3 pane:hidden">
          {CORE_VITALS.map((vital) => (
            <span key={vital} className="text-meta text-muted">
              {VITAL_SHORT[vital]} <VitalCell vital={vital} stats={vitals[vital]} />
            </span>
          ))}
          {errors.events > 0 && (
            <span className="text-meta text-muted">
              {t`Errors`} <ErrorRate errors={errors} visits={visits.total} />
            </span>
          )}
        </span>
      </th>
      <td className={CELL}>{lostSeconds < 0.05 ? '–' : waitText(lostSeconds, locale)}</td>
      <td className={`${CELL} max-phone:hidden`}>
        <span className="inline-flex items-baseline gap-2">
          <Change of={changeOf(visits.total, weekBefore && visitsOf(weekBefore).total)} neutral />
          <EstimateText of={visits} />
        </span>
      </td>
      {CORE_VITALS.map((vital) => (
        <td key={vital} className={`${CELL} ${FROM_PANE}`}>
          <span className="inline-flex items-baseline gap-2">
            <span className={FROM_DESK}>
              <Change of={changeOf(vitals[vital]?.p75 ?? null, weekBefore?.vitals[vital]?.p75)} />
            </span>
            <VitalCell vital={vital} stats={vitals[vital]} />
          </span>
        </td>
      ))}
      <td className={`${CELL} ${FROM_PANE}`}>{serverP95 === null ? '–' : durationText(serverP95, locale)}</td>
      <td className={`${CELL} ${FROM_DESK}`}>
        <ErrorRate errors={errors} visits={visits.total} />
      </td>
    </tr>
  )
}
