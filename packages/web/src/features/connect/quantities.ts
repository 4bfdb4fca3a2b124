import { locale } from '#lib/i18n/i18n.ts'

const unit = (name: string) =>
  new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: name,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  })
const NUMBER = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
const SIZES = ['B', 'kB', 'MB'] as const
const MILLISECONDS = unit('millisecond')
const SECONDS = unit('second')

/** `1.2 kB`. */
export function sizeOf(bytes: number): string {
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2
  return `${NUMBER.format(bytes / 1000 ** step)}\u00a0${SIZES[step]}`
}

/** `3 ms`, `1.4 sec`. */
export function durationOf(ms: number): string {
  return ms < 1000 ? MILLISECONDS.format(Math.round(ms)) : SECONDS.format(ms / 1000)
}
