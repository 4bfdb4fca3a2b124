import type { EventView } from '@hindcast/contract/events/event-view.ts'

type Breadcrumb = EventView['breadcrumbs'][number]

export type MomentKind = 'navigation' | 'request' | 'input' | 'console' | 'error' | 'other'
export type MomentLevel = Breadcrumb['level']

export interface TimelineMoment {
  /** Its place in what was sent. */
  readonly index: number
  readonly kind: MomentKind
  readonly level: MomentLevel
  /** What kind of thing it was called by the SDK. */
  readonly category: string
  /** What happened, in the words of the app: a message, an address, an element. */
  readonly text: string
  /** The answer to a request. */
  readonly status: number | null
  /** From here to the error, in milliseconds: negative before it; null where no time was sent. */
  readonly offsetMs: number | null
  readonly data: Breadcrumb['data']
}

/** What led to the error, oldest first, so that the last thing before it stands next to it. */
export function timelineOf(event: Pick<EventView, 'breadcrumbs' | 'occurredAt'>): readonly TimelineMoment[] {
  const errorAt = Date.parse(event.occurredAt)
  const moments = event.breadcrumbs.map((crumb, index): TimelineMoment => {
    const kind = kindOf(crumb)
    return {
      index,
      kind,
      level: crumb.level,
      category: crumb.category ?? crumb.type,
      text: textOf(crumb, kind),
      status: statusOf(crumb),
      offsetMs: crumb.timestamp === null ? null : Date.parse(crumb.timestamp) - errorAt,
      data: crumb.data,
    }
  })
  return moments.toSorted(inOrder)
}

/** Moments without a time keep the place they were sent in. */
function inOrder(a: TimelineMoment, b: TimelineMoment): number {
  if (a.offsetMs === null || b.offsetMs === null) return a.index - b.index
  return a.offsetMs - b.offsetMs || a.index - b.index
}

function kindOf({ type, category }: Breadcrumb): MomentKind {
  const name = category ?? ''
  if (type === 'navigation' || name === 'navigation') return 'navigation'
  if (type === 'http' || /^(?:fetch|xhr|http|requests?)$/.test(name)) return 'request'
  if (type === 'ui' || type === 'user' || name.startsWith('ui.')) return 'input'
  if (name === 'console') return 'console'
  return type === 'error' || name === 'sentry.event' || name === 'exception' ? 'error' : 'other'
}

function textOf({ message, data }: Breadcrumb, kind: MomentKind): string {
  const of = (key: string) => (typeof data[key] === 'string' ? data[key] : '')
  if (kind === 'navigation' && of('to') !== '')
    return of('from') === '' ? of('to') : `${of('from')} → ${of('to')}`
  if (kind === 'request' && of('url') !== '') return `${of('method')} ${of('url')}`.trim()
  return message ?? ''
}

function statusOf({ data }: Breadcrumb): number | null {
  const status = data['status_code'] ?? data['status']
  return typeof status === 'number' && status >= 100 && status < 600 ? status : null
}

export interface TimelineFilter {
  readonly kind: MomentKind | ''
  readonly level: MomentLevel | ''
  readonly text: string
}

export const NO_FILTER: TimelineFilter = { kind: '', level: '', text: '' }

export function matching(
  moments: readonly TimelineMoment[],
  { kind, level, text }: TimelineFilter,
): readonly TimelineMoment[] {
  const wanted = text.trim().toLowerCase()
  return moments.filter(
    (moment) =>
      (kind === '' || moment.kind === kind) &&
      (level === '' || moment.level === level) &&
      (wanted === '' || searched(moment).includes(wanted)),
  )
}

function searched({ category, text, data }: TimelineMoment): string {
  return `${category} ${text} ${JSON.stringify(data)}`.toLowerCase()
}

/** `−4.2 s`: time before the error. Without tenths beyond a minute. */
export function offsetWords(offsetMs: number, locale: string): string {
  const seconds = Math.abs(offsetMs) / 1000
  const sign = offsetMs < 0 ? '−' : offsetMs > 0 ? '+' : ''
  const [value, unit, digits] =
    seconds < 60
      ? ([seconds, 'second', seconds < 10 ? 1 : 0] as const)
      : seconds < 3600
        ? ([seconds / 60, 'minute', seconds < 600 ? 1 : 0] as const)
        : ([seconds / 3600, 'hour', 1] as const)
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: digits,
  })
  return `${sign}${format.format(value)}`
}
