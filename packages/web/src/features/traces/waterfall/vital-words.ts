import { useLingui } from '@lingui/react/macro'
import type { VitalMark } from '#features/traces/model/vitals.ts'
import { VITAL_SHORT, vitalText } from '#product/traces/ratings.ts'
import { locale } from '#lib/i18n/i18n.ts'

/** `LCP 2.60 s`, or the name alone where the value is not known. */
export function vitalLabel({ name, value }: VitalMark): string {
  return value === undefined ? VITAL_SHORT[name] : `${VITAL_SHORT[name]} ${vitalText(name, value, locale)}`
}

/** "LCP 2.60 s, needs work": colour alone says nothing. */
export function useVitalWords(): (vital: VitalMark) => string {
  const { t } = useLingui()
  return (vital) => {
    const { rating } = vital
    const text = vitalLabel(vital)
    if (rating === undefined) return text
    return `${text}, ${{ good: t`good`, 'needs-work': t`needs work`, poor: t`poor` }[rating]}`
  }
}
