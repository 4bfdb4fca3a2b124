/** Changes that nobody would act on are called none. */
const LEAST = 0.03

/** Ten times as many. */
const TEN_TIMES = 9

export type Trend = 'more' | 'fewer' | 'same'

export interface Change {
  readonly trend: Trend
  /** `+12%`, or `×38` where percent would be a long number; empty where nothing changed. */
  readonly text: string
}

/** Undefined where there was nothing to compare with: from none to some is no percentage. */
export function changeFrom(before: number, now: number, locale: string): Change | undefined {
  if (before === 0) return now === 0 ? { trend: 'same', text: '' } : undefined
  const part = (now - before) / before
  if (Math.abs(part) < LEAST) return { trend: 'same', text: '' }
  if (part >= TEN_TIMES) return { trend: 'more', text: `×${Math.round(now / before)}` }
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  })
  return { trend: part > 0 ? 'more' : 'fewer', text: format.format(part) }
}

/** Rounded down: 99.996 % must not become 100 %, because a crash is what people read the figure for. */
export function crashFreeText(share: number, locale: string): string {
  const shown = share >= 1 ? 1 : Math.floor(share * 10_000 + 1e-6) / 10_000
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(shown)
}
