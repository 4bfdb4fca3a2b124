import type { NavigationTotals } from '@hindcast/contract/navigations/navigations.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { countOf } from '#lib/i18n/format.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { durationText } from '#product/traces/duration.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { partOf } from '#product/traces/estimate.ts'
import { EstimateText } from '#product/traces/estimate-text.tsx'
import { bytesText } from './figures.ts'
import { ServedBar, ServedLegend } from './served-bar.tsx'

const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })

/** All navigations of the period in a few figures. */
export function Totals({ totals }: { readonly totals: NavigationTotals }) {
  const { t } = useLingui()
  const { navigations, served, waitP75, prefetches, failed, failedAfterDeploy } = totals
  const late = countOf(Math.round(failedAfterDeploy), locale)
  const wasted = prefetches.started === 0 ? 0 : prefetches.unused / prefetches.started
  const bytes = bytesText(prefetches.unusedBytes, locale)
  const share = percent.format(wasted)
  return (
    <Panel>
      <dl className="grid grid-cols-4 divide-x divide-line max-desk:grid-cols-2 max-desk:divide-x-0">
        <Figure name={t`Navigations`} note={<Trans>how often users went from page to page</Trans>}>
          <EstimateText of={navigations} />
        </Figure>
        <Figure name={t`Waiting time`} note={<Trans>75 % of navigations waited no longer</Trans>}>
          {waitP75 === null ? '–' : durationText(waitP75, locale)}
        </Figure>
        <Figure
          name={t`Unused prefetches`}
          note={
            prefetches.started === 0 ? (
              <Trans>no prefetches reported</Trans>
            ) : (
              <Trans>
                {share} of all prefetches, {bytes}
              </Trans>
            )
          }
        >
          <EstimateText of={partOf(navigations, prefetches.unused)} />
        </Figure>
        <Figure name={t`Failed`} note={<Trans>{late} on an old release after a deploy</Trans>}>
          <EstimateText of={partOf(navigations, failed)} />
        </Figure>
      </dl>
      <div className="grid gap-2 border-t border-line p-3">
        <ServedBar served={served} />
        <ServedLegend served={served} />
      </div>
    </Panel>
  )
}

interface FigureProps {
  readonly name: string
  readonly note: ReactNode
  readonly children: ReactNode
}

function Figure({ name, note, children }: FigureProps) {
  return (
    <div className="grid content-start gap-0.5 p-3">
      <dt className="text-meta text-muted">{name}</dt>
      <dd className="text-page font-bold tabular-nums">{children}</dd>
      <dd className="text-meta text-muted">{note}</dd>
    </div>
  )
}
