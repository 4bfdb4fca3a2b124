import type { VitalName, VitalStats } from '@hindcast/contract/routes/route-stats.ts'
import { useLingui } from '@lingui/react/macro'
import { locale } from '#lib/i18n/i18n.ts'
import { countOf } from '#lib/i18n/format.ts'
import { ratingOf, vitalText } from '#product/traces/ratings.ts'
import { RatingMark } from '#product/traces/rating-mark.tsx'

/** Fewer visits are shown, and said to be few. */
const FEW = 30

interface Props {
  readonly vital: VitalName
  readonly stats: VitalStats | null
}

/** The 75th percentile with its rating. */
export function VitalCell({ vital, stats }: Props) {
  const { t } = useLingui()
  if (stats === null) return <span className="text-subtle">–</span>
  const samples = countOf(stats.samples, locale)
  const isFew = stats.samples < FEW
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap tabular-nums ${isFew ? 'text-muted' : ''}`}
      title={isFew ? t`Only ${samples} visits were measured` : t`75th percentile of ${samples} visits`}
    >
      <RatingMark rating={ratingOf(vital, stats.p75)} />
      {vitalText(vital, stats.p75, locale)}
      {isFew && <span aria-hidden="true">*</span>}
    </span>
  )
}
