import type { RoutePair } from '@hindcast/contract/navigations/navigations.ts'
import type { Estimate } from '@hindcast/contract/routes/route-stats.ts'
import { useLingui } from '@lingui/react/macro'
import { Panel } from '#ui/layout/panel.tsx'
import { Figure } from './figure.tsx'
import { keyOf } from './figures.ts'
import { PairName } from './pair-name.tsx'

const HEAD = 'px-3 py-1.5 text-end font-normal'
const CELL = 'px-3 py-2 text-end align-middle tabular-nums'

interface Props {
  readonly pairs: readonly RoutePair[]
  /** All navigations: prefetches are sampled with them. */
  readonly among: Estimate
}

/** Prefetches that nobody had any use for in the whole period: the first ones to switch off. */
export function NeverOpened({ pairs, among }: Props) {
  const { t } = useLingui()
  if (pairs.length === 0) return null
  const worst = pairs.toSorted((a, b) => b.prefetchUnused - a.prefetchUnused)
  return (
    <Panel title={t`Prefetched, but never opened`}>
      <table aria-label={t`Prefetched, but never opened`} className="w-full border-collapse">
        <thead className="border-b border-line bg-canvas text-meta text-subtle">
          <tr>
            <th className={`${HEAD} text-start!`}>{t`From → to`}</th>
            <th className={HEAD}>{t`Unused prefetches`}</th>
            <th className={`${HEAD} max-phone:hidden`}>{t`Prefetch failed`}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {worst.map((pair) => (
            <tr key={keyOf(pair)}>
              <th scope="row" className="px-3 py-2 text-start font-normal">
                <PairName pair={pair} />
              </th>
              <td className={CELL}>
                <Figure of={pair.prefetchUnused} among={among} />
              </td>
              <td className={`${CELL} max-phone:hidden`}>
                <Figure of={pair.prefetchFailed} among={among} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
