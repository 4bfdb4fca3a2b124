import { locale } from '#lib/i18n/i18n.ts'
import type { Span } from './spans.ts'

const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' })
const both = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** When a bar begins, as exactly as its length needs. */
export function barTime(span: Span, start: number): string {
  return { '24h': time, '7d': both, '30d': day }[span].format(start)
}

/** The same for the axis, where every letter costs. */
export function axisTime(span: Span, start: number): string {
  return (span === '24h' ? time : day).format(start)
}
