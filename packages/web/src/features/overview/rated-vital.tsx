import type { RatedVital, RatedVitals } from '@hindcast/contract/overview/overview.ts'
import { useLingui } from '@lingui/react/macro'
import { countOf } from '#lib/i18n/format.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { durationText } from '#product/traces/duration.ts'

export type CoreVital = keyof RatedVitals

export const CORE_VITALS = ['lcp', 'inp', 'cls'] as const satisfies readonly CoreVital[]

/** As everybody calls them, in every language. */
export const VITAL_SHORT: Readonly<Record<CoreVital, string>> = { lcp: 'LCP', inp: 'INP', cls: 'CLS' }

/** A circle, a triangle or a square: the rating can be told without its colour. */
const SHAPES: Readonly<Record<RatedVital['rating'], readonly [path: string, colour: string]>> = {
  good: ['M5 1a4 4 0 1 1 0 8a4 4 0 1 1 0-8z', 'fill-mark-success'],
  'needs-work': ['M5 .8L9.4 9H.6z', 'fill-mark-warning'],
  poor: ['M1 1h8v8H1z', 'fill-mark-error'],
}

const score = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })

export function vitalText(vital: CoreVital | 'fcp' | 'ttfb', value: number): string {
  return vital === 'cls' ? score.format(value) : durationText(value, locale)
}

/** The 75th percentile with its rating. */
export function VitalFigure({ vital, of }: { readonly vital: CoreVital; readonly of: RatedVital | null }) {
  const { t } = useLingui()
  if (of === null) return <span className="text-subtle">–</span>
  const words = { good: t`Good`, 'needs-work': t`Needs work`, poor: t`Poor` }
  const [path, colour] = SHAPES[of.rating]
  const samples = countOf(of.samples, locale)
  return (
    <span
      className="inline-flex items-center gap-1.5 whitespace-nowrap tabular-nums"
      title={t`75th percentile of ${samples} visits`}
    >
      <svg className="size-2.5 shrink-0" viewBox="0 0 10 10" role="img" aria-label={words[of.rating]}>
        <path d={path} className={colour} />
      </svg>
      {vitalText(vital, of.p75)}
    </span>
  )
}
