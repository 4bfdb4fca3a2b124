import type { Estimate } from '@hindcast/contract/routes/route-stats.ts'
import { useLingui } from '@lingui/react/macro'
import { countOf } from '#lib/i18n/format.ts'
import { locale } from '#lib/i18n/i18n.ts'

const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })

/** A number that was extrapolated says so, and how far it may be off. */
export function EstimateText({ of: { total, sampled, margin } }: { readonly of: Estimate }) {
  const { t } = useLingui()
  const shown = total >= 10_000 ? short.format(total) : countOf(Math.round(total), locale)
  if (margin < 1) return <span className="tabular-nums">{shown}</span>
  const counted = countOf(sampled, locale)
  const off = countOf(Math.round(margin), locale)
  const title = t`Extrapolated from ${counted} sampled visits, ± ${off}`
  return (
    <span className="tabular-nums" title={title}>
      ~{shown}
      <span className="sr-only"> ({title})</span>
    </span>
  )
}
