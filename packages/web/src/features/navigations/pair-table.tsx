import type { RoutePair } from '@hindcast/contract/navigations/navigations.ts'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { locale } from '#lib/i18n/i18n.ts'
import type { Period } from '#product/period-choice.tsx'
import type { NavigationsSearch } from '#product/search-params.ts'
import { durationText } from '#product/traces/duration.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { EstimateText } from '#product/traces/estimate-text.tsx'
import { Figure } from './figure.tsx'
import { waitText } from '#product/traces/duration.ts'
import { isPair, keyOf } from './figures.ts'
import { PairDetails } from './pair-details.tsx'
import { PairName } from './pair-name.tsx'
import { ServedBar } from './served-bar.tsx'

interface Props {
  readonly pairs: readonly RoutePair[]
  readonly project: string
  readonly period: Period
  readonly opened: NavigationsSearch
}

const HEAD = 'px-3 py-1.5 text-end font-normal whitespace-nowrap'
const CELL = 'px-3 py-2 text-end align-middle whitespace-nowrap tabular-nums'
const FROM_PANE = 'max-pane:hidden'
const FROM_DESK = 'max-desk:hidden'

/** Ranked by how long all users together waited. */
export function PairTable({ pairs, project, period, opened }: Props) {
  const { t } = useLingui()
  return (
    <Panel>
      <table aria-label={t`Navigations between routes`} className="w-full border-collapse">
        <thead className="border-b border-line bg-canvas text-meta text-subtle">
          <tr>
            <th className={`${HEAD} text-start!`}>{t`From → to`}</th>
            <th className={HEAD} title={t`How long all users together waited`}>{t`Time waited`}</th>
            <th className={`${HEAD} max-phone:hidden`}>{t`Navigations`}</th>
            <th className={`${HEAD} ${FROM_PANE}`} title={t`75th percentile`}>{t`Wait`}</th>
            <th className={`${HEAD} ${FROM_PANE} text-start!`}>{t`How served`}</th>
            <th className={`${HEAD} ${FROM_DESK}`}>{t`Prefetched and used`}</th>
            <th className={`${HEAD} ${FROM_DESK}`}>{t`Unused prefetches`}</th>
            <th className={`${HEAD} ${FROM_PANE}`}>{t`Failed`}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {pairs.map((pair) => (
            <PairRows
              key={keyOf(pair)}
              pair={pair}
              project={project}
              period={period}
              isOpen={isPair(pair, opened)}
            />
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

interface RowProps {
  readonly pair: RoutePair
  readonly project: string
  readonly period: Period
  readonly isOpen: boolean
}

function PairRows({ pair, project, period, isOpen }: RowProps) {
  const { from, to, navigations, served, waitP75, waitedSeconds, prefetchUsed, prefetchUnused } = pair
  const last = period === '7d' ? {} : { last: period }
  const opens = { to: to.key, ...(from !== null && { from: from.key }) }
  return (
    <>
      <tr className="hover:bg-hover">
        <th scope="row" className="px-3 py-2 text-start font-normal desk:min-w-52">
          <Link
            to="."
            search={isOpen ? last : { ...last, ...opens }}
            resetScroll={false}
            aria-expanded={isOpen}
            className="block rounded-control text-fg hover:underline"
          >
            <PairName pair={pair} />
          </Link>
          <span className="mt-1 block pane:hidden">
            <ServedBar served={served} />
          </span>
        </th>
        <td className={CELL}>{waitedSeconds < 0.05 ? '–' : waitText(waitedSeconds, locale)}</td>
        <td className={`${CELL} max-phone:hidden`}>
          <EstimateText of={navigations} />
        </td>
        <td className={`${CELL} ${FROM_PANE}`}>{waitP75 === null ? '–' : durationText(waitP75, locale)}</td>
        <td className={`${CELL} ${FROM_PANE} w-36`}>
          <ServedBar served={served} />
        </td>
        <td className={`${CELL} ${FROM_DESK}`}>
          <Figure of={prefetchUsed} among={navigations} />
        </td>
        <td className={`${CELL} ${FROM_DESK}`}>
          <Figure of={prefetchUnused} among={navigations} />
        </td>
        <td className={`${CELL} ${FROM_PANE}`}>
          <Failed pair={pair} />
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={8} className="bg-canvas p-3">
            <PairDetails pair={pair} project={project} period={period} />
          </td>
        </tr>
      )}
    </>
  )
}

function Failed({ pair: { failed, failedAfterDeploy, navigations } }: { readonly pair: RoutePair }) {
  const { t } = useLingui()
  const late = Math.round(failedAfterDeploy)
  if (late === 0) return <Figure of={failed} among={navigations} />
  return (
    <span className="text-error">
      <Figure of={failed} among={navigations} />
      <span className="block text-meta">{t`${late} after a deploy`}</span>
    </span>
  )
}
