import type { RatedVital, RatedVitals } from '@hindcast/contract/overview/overview.ts'
import { useLingui } from '@lingui/react/macro'
import { countOf } from '#lib/i18n/format.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { RatingMark } from '#product/traces/rating-mark.tsx'
import { vitalText } from '#product/traces/ratings.ts'

export type CoreVital = keyof RatedVitals

export const CORE_VITALS = ['lcp', 'inp', 'cls'] as const satisfies readonly CoreVital[]

/** As everybody calls them, in every language. */
export const VITAL_SHORT: Readonly<Record<CoreVital, string>> = { lcp: 'LCP', inp: 'INP', cls: 'CLS' }

/** The 75th percentile with its rating. */
export function VitalFigure({ vital, of }: { readonly vital: CoreVital; readonly of: RatedVital | null }) {
  const { t } = useLingui()
  if (of === null) return <span className="text-subtle">–</span>
  const samples = countOf(of.samples, locale)
  return (
    <span
      className="inline-flex items-center gap-1.5 whitespace-nowrap tabular-nums"
      title={t`75th percentile of ${samples} visits`}
    >
      <RatingMark rating={of.rating} />
      {vitalText(vital, of.p75, locale)}
    </span>
  )
}
