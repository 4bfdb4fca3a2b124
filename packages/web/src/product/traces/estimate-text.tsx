import type { Estimate } from '@hindcast/contract/routes/route-stats.ts'
import { useLingui } from '@lingui/react/macro'
import { countOf } from '#lib/i18n/format.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { Count } from '#ui/data/count.tsx'
import { isEstimate } from './estimate.ts'

/** A number that was extrapolated says so, and how far it may be off. */
export function EstimateText({ of }: { readonly of: Estimate }) {
  const { t } = useLingui()
  const { total, sampled, margin } = of
  if (!isEstimate(of)) return <Count of={Math.round(total)} />
  const counted = countOf(sampled, locale)
  const off = countOf(Math.round(margin), locale)
  const title = t`Extrapolated from ${counted} sampled, ± ${off}`
  return (
    <span title={title}>
      ~<Count of={Math.round(total)} />
      <span className="sr-only"> ({title})</span>
    </span>
  )
}
