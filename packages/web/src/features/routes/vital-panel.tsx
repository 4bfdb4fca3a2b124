import type { RouteSeries, VitalName, VitalStats } from '@hindcast/contract/routes/route-stats.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { countOf } from '#lib/i18n/format.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { ratingOf, VITAL_SHORT, vitalText, type Rating } from '#product/traces/ratings.ts'
import type { ChartMark } from '#ui/charts/time-points.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { Change } from './change.tsx'
import { RatingMark, useRatingWords } from '#product/traces/rating-mark.tsx'
import { VitalChart } from './vital-chart.tsx'
import { changeOf, sharesOf } from './vitals.ts'

interface Props {
  readonly vital: VitalName
  readonly stats: VitalStats
  readonly before: VitalStats | null
  readonly series: RouteSeries
  readonly marks: readonly ChartMark[]
  /** Why it is as it is. */
  readonly children?: ReactNode
}

export function VitalPanel({ vital, stats, before, series, marks, children }: Props) {
  const name = useVitalNames()[vital]
  const samples = countOf(stats.samples, locale)
  return (
    <Panel
      title={
        <>
          {VITAL_SHORT[vital]} <span className="font-normal text-muted">{name}</span>
        </>
      }
    >
      <div className="grid gap-3 p-3">
        <p className="flex items-baseline gap-2">
          <RatingMark rating={ratingOf(vital, stats.p75)} />
          <span className="text-section font-bold tabular-nums">{vitalText(vital, stats.p75, locale)}</span>
          <Change of={changeOf(stats.p75, before?.p75)} />
          <span className="flex-1" />
          <span className="text-meta text-muted">
            <Trans>{samples} measured</Trans>
          </span>
        </p>
        <Shares stats={stats} />
        <VitalChart vital={vital} name={name} series={series} marks={marks} />
        {children}
      </div>
    </Panel>
  )
}

const FILLS: Readonly<Record<Rating, string>> = {
  good: 'bg-mark-success',
  'needs-work': 'bg-mark-warning',
  poor: 'bg-mark-error',
}
const RATINGS: readonly Rating[] = ['good', 'needs-work', 'poor']
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })

/** How many visits were good, needed work or were poor: a bar, and the same in words. */
function Shares({ stats }: { readonly stats: VitalStats }) {
  const shares = sharesOf(stats)
  const words = useRatingWords()
  return (
    <div className="grid gap-1">
      <span className="flex h-2 gap-px overflow-hidden rounded-full bg-sunken" aria-hidden="true">
        {RATINGS.map((rating) => (
          <span key={rating} className={FILLS[rating]} style={{ width: `${shares[rating] * 100}%` }} />
        ))}
      </span>
      <span className="flex flex-wrap gap-x-4 text-meta text-muted">
        {RATINGS.map((rating) => (
          <span key={rating} className="inline-flex items-center gap-1.5">
            <RatingMark rating={rating} />
            {words[rating]} {percent.format(shares[rating])}
          </span>
        ))}
      </span>
    </div>
  )
}

function useVitalNames(): Readonly<Record<VitalName, string>> {
  const { t } = useLingui()
  return {
    lcp: t`Largest Contentful Paint`,
    inp: t`Interaction to Next Paint`,
    cls: t`Cumulative Layout Shift`,
    fcp: t`First Contentful Paint`,
    ttfb: t`Time to First Byte`,
  }
}
