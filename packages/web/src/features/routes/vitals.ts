import type { Estimate, RouteStats, VitalName, VitalStats } from '@hindcast/contract/routes/route-stats.ts'

export const CORE_VITALS = ['lcp', 'inp', 'cls'] as const satisfies readonly VitalName[]
export const ALL_VITALS = ['lcp', 'inp', 'cls', 'fcp', 'ttfb'] as const satisfies readonly VitalName[]

/** As everybody calls them, in every language. */
export const VITAL_SHORT: Readonly<Record<VitalName, string>> = {
  lcp: 'LCP',
  inp: 'INP',
  cls: 'CLS',
  fcp: 'FCP',
  ttfb: 'TTFB',
}

export type Rating = 'good' | 'needs-work' | 'poor'

const THRESHOLDS: Readonly<Record<VitalName, readonly [good: number, poor: number]>> = {
  lcp: [2500, 4000],
  inp: [200, 500],
  cls: [0.1, 0.25],
  fcp: [1800, 3000],
  ttfb: [800, 1800],
}

export function ratingOf(vital: VitalName, value: number): Rating {
  const [good, poor] = THRESHOLDS[vital]
  if (value <= good) return 'good'
  return value <= poor ? 'needs-work' : 'poor'
}

/** `1.24 s`, `180 ms`, `0.08`. */
export function vitalText(vital: VitalName, value: number, locale: string): string {
  if (vital === 'cls') return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value)
  return durationText(value, locale)
}

export function durationText(milliseconds: number, locale: string): string {
  const isLong = milliseconds >= 1000
  const unit = isLong ? 'second' : 'millisecond'
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: isLong ? 2 : milliseconds < 10 ? 1 : 0,
  })
  return format.format(isLong ? milliseconds / 1000 : milliseconds)
}

/** Hours of waiting read better than thousands of seconds. */
export function lostText(seconds: number, locale: string): string {
  const [unit, size] =
    seconds >= 7200
      ? (['hour', 3600] as const)
      : seconds >= 120
        ? (['minute', 60] as const)
        : (['second', 1] as const)
  const value = seconds / size
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value)
}

/** The share of each rating, from 0 to 1. */
export function sharesOf({ samples, good, poor }: VitalStats): Readonly<Record<Rating, number>> {
  return { good: good / samples, 'needs-work': (samples - good - poor) / samples, poor: poor / samples }
}

/** Relative change, or nothing where there was nothing before or too little to tell. */
export function changeOf(now: number | null, before: number | null | undefined): number | undefined {
  if (now === null || before === null || before === undefined || before === 0) return undefined
  return (now - before) / before
}

/** Page loads and navigations; of a route that only a server knows, its requests. */
export function visitsOf({ pageloads, navigations, requests }: RouteStats): Estimate {
  if (pageloads.sampled + navigations.sampled === 0) return requests
  return {
    sampled: pageloads.sampled + navigations.sampled,
    total: pageloads.total + navigations.total,
    margin: Math.hypot(pageloads.margin, navigations.margin),
  }
}
