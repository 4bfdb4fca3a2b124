import { useLingui } from '@lingui/react/macro'
import type { VitalMark } from '#features/traces/model/vitals.ts'
import { durationText } from '#product/traces/duration.ts'
import { locale } from '#lib/i18n/i18n.ts'

/** "LCP 2.60 s, needs work": colour alone says nothing. */
export function useVitalWords(): (vital: VitalMark) => string {
  const { t } = useLingui()
  return ({ name, value, rating }) => {
    const text = value === undefined ? name : `${name} ${durationText(value, locale)}`
    if (rating === undefined) return text
    return `${text}, ${{ good: t`good`, needs_work: t`needs work`, poor: t`poor` }[rating]}`
  }
}
