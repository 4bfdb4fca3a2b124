import type { Estimate, RouteStats, VitalStats } from '@hindcast/contract/routes/route-stats.ts'
import type { Rating } from '#product/traces/ratings.ts'

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
export function visitsOf({
  pageloads,
  navigations,
  requests,
}: Pick<RouteStats, 'pageloads' | 'navigations' | 'requests'>): Estimate {
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
