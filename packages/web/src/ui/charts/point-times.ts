import { locale } from '#lib/i18n/i18n.ts'
import type { TimeSpan } from './time-points.ts'

const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
const both = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** A day is named where it begins, an hour elsewhere. */
export function axisText(at: number, isMidnight: boolean): string {
  return (isMidnight ? day : time).format(at)
}

export function startText({ from, stepMs }: TimeSpan, at: number): string {
  return both.format(from + at * stepMs)
}

/** From when to when a point counts. */
export function pointText({ from, stepMs }: TimeSpan, at: number): string {
  const start = from + at * stepMs
  return both.formatRange(start, start + stepMs)
}
