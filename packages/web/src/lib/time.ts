const STEPS: ReadonlyArray<readonly [unit: Intl.RelativeTimeFormatUnit, ms: number]> = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
]

/** "12 seconds ago". A sender's clock may run ahead of ours, and nobody believes "in 3 seconds". */
export function relativeTime(at: number, now: number, locale = 'en'): string {
  const ageMs = Math.max(0, now - at)
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  for (const [unit, ms] of STEPS) {
    if (ageMs >= ms) return format.format(-Math.floor(ageMs / ms), unit)
  }
  return format.format(0, 'second')
}

export function exactTime(at: number, locale = 'en'): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' }).format(at)
}
