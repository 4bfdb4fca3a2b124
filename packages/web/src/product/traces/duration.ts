const formats = new Map<string, Intl.NumberFormat>()

function numberText(value: number, digits: number, locale: string): string {
  const key = `${locale} ${digits}`
  let format = formats.get(key)
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
    formats.set(key, format)
  }
  return format.format(value)
}

/** Three digits that count, with the unit that fits: 850 µs, 12.3 ms, 1.24 s, 3 min 20 s. */
export function durationText(ms: number, locale = 'en'): string {
  if (ms <= 0) return '0 ms'
  if (ms < 0.9995) return `${numberText(ms * 1000, 0, locale)} µs`
  if (ms < 999.5) return `${numberText(ms, digitsFor(ms), locale)} ms`
  if (ms < 59_950) return `${numberText(ms / 1000, digitsFor(ms / 1000), locale)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  const minutes = Math.round(seconds / 60)
  return `${numberText(Math.floor(minutes / 60), 0, locale)} h ${minutes % 60} min`
}

function digitsFor(value: number): number {
  if (value < 9.995) return 2
  return value < 99.95 ? 1 : 0
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** `42 sec`, `5 min`, `2.8 hr`: two of a unit before the next, so that few digits say enough. */
export function waitText(seconds: number, locale: string): string {
  const [unit, size] = UNITS.find(([, length]) => seconds >= 2 * length) ?? UNITS.at(-1)!
  const value = seconds / size
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value)
}
