import type { Estimate, RouteStats, VitalStats } from '@hindcast/contract/routes/route-stats.ts'
import type { Rating } from '#product/traces/ratings.ts'

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

/** Errors per 100 visits; undefined where there were no visits to compare with. */
export function errorRateText(events: number, visits: number, locale: string): string | undefined {
  if (visits <= 0) return undefined
  const rate = (100 * events) / visits
  const least = 0.01
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: rate < 1 ? 2 : rate < 10 ? 1 : 0 })
  return rate < least ? `< ${format.format(least)}` : format.format(rate)
}
