const STEPS: ReadonlyArray<readonly [unit: Intl.RelativeTimeFormatUnit, ms: number]> = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
]

/** A format costs more to make than a row of a long list costs to show. */
function kept<Format>(make: (locale: string) => Format): (locale: string) => Format {
  const made = new Map<string, Format>()
  return (locale) => {
    const format = made.get(locale) ?? make(locale)
    made.set(locale, format)
    return format
  }
}

const relative = kept((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }))
const exact = kept((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' }))

/** "12 seconds ago". A sender's clock may be ahead, so "in 3 seconds" is avoided. */
export function relativeTime(at: number, now: number, locale = 'en'): string {
  const ageMs = Math.max(0, now - at)
  const format = relative(locale)
  for (const [unit, ms] of STEPS) {
    if (ageMs >= ms) return format.format(-Math.floor(ageMs / ms), unit)
  }
  return format.format(0, 'second')
}

export function exactTime(at: number, locale = 'en'): string {
  return exact(locale).format(at)
}

const AGES: ReadonlyArray<readonly [unit: string, ms: number]> = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
]

const units = kept(
  (key) =>
    new Intl.NumberFormat(key.split('/')[0], {
      style: 'unit',
      unit: key.split('/')[1]!,
      unitDisplay: 'short',
    }),
)

/** "3 wks": how long ago something began, where a column has no room for a sentence. */
export function ageOf(at: number, now: number, locale = 'en'): string {
  const ageMs = Math.max(0, now - at)
  const [unit, ms] = AGES.find(([, size]) => ageMs >= size) ?? AGES.at(-1)!
  return units(`${locale}/${unit}`).format(Math.floor(ageMs / ms))
}

export function countOf(quantity: number, locale = 'en'): string {
  return new Intl.NumberFormat(locale).format(quantity)
}
