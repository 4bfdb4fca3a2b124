import type { VitalName } from '@hindcast/contract/routes/route-stats.ts'
import { durationText } from './duration.ts'

export const CORE_VITALS = ['lcp', 'inp', 'cls'] as const satisfies readonly VitalName[]
export const ALL_VITALS = ['lcp', 'inp', 'cls', 'fcp', 'ttfb'] as const satisfies readonly VitalName[]

/** As everybody calls them, in every language. */
export const VITAL_SHORT = {
  lcp: 'LCP',
  inp: 'INP',
  cls: 'CLS',
  fcp: 'FCP',
  ttfb: 'TTFB',
} as const satisfies Readonly<Record<VitalName, string>>

export type Rating = 'good' | 'needs-work' | 'poor'

/** Up to the first it is good, up to the second it needs work. */
export const VITAL_LIMITS: Readonly<Record<VitalName, readonly [good: number, poor: number]>> = {
  lcp: [2500, 4000],
  inp: [200, 500],
  cls: [0.1, 0.25],
  fcp: [1800, 3000],
  ttfb: [800, 1800],
}

export function ratingOf(vital: VitalName, value: number): Rating {
  const [good, poor] = VITAL_LIMITS[vital]
  if (value <= good) return 'good'
  return value <= poor ? 'needs-work' : 'poor'
}

/** `1.24 s`, `180 ms`, `0.08`. */
export function vitalText(vital: VitalName, value: number, locale: string): string {
  if (vital === 'cls') return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value)
  return durationText(value, locale)
}
