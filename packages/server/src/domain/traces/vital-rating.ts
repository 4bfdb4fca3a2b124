import type { Vitals } from './span.ts'

export type VitalName = keyof Vitals

export const VITAL_NAMES = ['lcp', 'inp', 'cls', 'fcp', 'ttfb'] as const satisfies readonly VitalName[]

/** Up to `good` a visit is rated good, beyond `poor` poor; the thresholds that browsers' makers agreed on. */
export const VITAL_THRESHOLDS: Readonly<Record<VitalName, { readonly good: number; readonly poor: number }>> =
  {
    lcp: { good: 2_500, poor: 4_000 },
    inp: { good: 200, poor: 500 },
    cls: { good: 0.1, poor: 0.25 },
    fcp: { good: 1_800, poor: 3_000 },
    ttfb: { good: 800, poor: 1_800 },
  }

/** A navigation inside the application that takes longer keeps its user waiting. */
export const GOOD_NAVIGATION_MS = 1_000

export type VitalRating = 'good' | 'needs-work' | 'poor'

export function ratingOf(vital: VitalName, value: number): VitalRating {
  const { good, poor } = VITAL_THRESHOLDS[vital]
  if (value <= good) return 'good'
  return value <= poor ? 'needs-work' : 'poor'
}
