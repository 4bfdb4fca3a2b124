import type { RouteStats } from '@hindcast/contract/routes/route-stats.ts'
import { useLingui } from '@lingui/react/macro'
import { locale } from '#lib/i18n/i18n.ts'
import { durationText } from '#product/traces/duration.ts'
import { CORE_VITALS, VITAL_SHORT } from '#product/traces/ratings.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { EstimateText } from '#product/traces/estimate-text.tsx'
import { VitalCell } from './vital-cell.tsx'
import { visitsOf } from './vitals.ts'

interface Props {
  readonly title: string
  readonly column: string
  readonly rows: readonly RouteStats[]
}

const HEAD = 'px-2 py-1.5 text-end font-normal whitespace-nowrap'
const CELL = 'px-2 py-1.5 text-end whitespace-nowrap tabular-nums'

/** The visits of a route told apart by one thing. */
export function BreakdownTable({ title, column, rows }: Props) {
  const { t } = useLingui()
  if (rows.length === 0) return null
  return (
    <Panel title={title}>
      <div className="overflow-x-auto">
        <table aria-label={title} className="w-full border-collapse">
          <thead className="border-b border-line bg-canvas text-meta text-subtle">
            <tr>
              <th className={`${HEAD} text-start!`}>{column}</th>
              <th className={HEAD}>{t`Visits`}</th>
              {CORE_VITALS.map((vital) => (
                <th key={vital} className={HEAD}>
                  {VITAL_SHORT[vital]}
                </th>
              ))}
              <th className={HEAD}>{t`Server`}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row" className="px-3 py-1.5 text-start font-normal">
                  <span className="block min-w-20">{row.key}</span>
                </th>
                <td className={CELL}>
                  <EstimateText of={visitsOf(row)} />
                </td>
                {CORE_VITALS.map((vital) => (
                  <td key={vital} className={CELL}>
                    <VitalCell vital={vital} stats={row.vitals[vital]} />
                  </td>
                ))}
                <td className={CELL}>{row.serverP95 === null ? '–' : durationText(row.serverP95, locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
