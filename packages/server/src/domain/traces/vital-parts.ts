import type { VitalName } from './vital-rating.ts'

/** What a vital that is a length of time is made of, in this order. */
export const VITAL_PARTS = [
  'connect',
  'server',
  'ttfb',
  'load_delay',
  'load_time',
  'load',
  'render_delay',
] as const
export type VitalPart = (typeof VITAL_PARTS)[number]

/** What is known of one visit, in milliseconds since its page load began. */
export interface VisitTimes {
  readonly value: number
  readonly ttfb: number | undefined
  /** The resource of the largest element, where its span was found. */
  readonly resource: { readonly start: number; readonly end: number } | undefined
  /** When the resource was there, as the SDK says it; 0 or undefined: there was none. */
  readonly loadedAt: number | undefined
  /** How long the first byte took from when it was asked for. */
  readonly requestTime: number | undefined
}

export type Parts = Readonly<Partial<Record<VitalPart, number>>>

/** Together they are the value. Undefined where too little was sent. */
export function partsOf(vital: VitalName, times: VisitTimes): Parts | undefined {
  if (vital === 'lcp') return paintParts(times)
  if (vital === 'ttfb') return firstByteParts(times)
  return undefined
}

function paintParts({ value, ttfb, resource, loadedAt }: VisitTimes): Parts | undefined {
  if (ttfb === undefined) return undefined
  // Clocks and rounding put moments out of order; each is moved behind the one before.
  const after = (from: number, moment: number) => Math.min(Math.max(moment, from), value)
  const first = after(0, ttfb)
  if (resource !== undefined) {
    const start = after(first, resource.start)
    const end = after(start, resource.end)
    return { ttfb: first, load_delay: start - first, load_time: end - start, render_delay: value - end }
  }
  if (loadedAt === undefined || loadedAt <= 0) return { ttfb: first, render_delay: value - first }
  const loaded = after(first, loadedAt)
  return { ttfb: first, load: loaded - first, render_delay: value - loaded }
}

function firstByteParts({ value, requestTime }: VisitTimes): Parts | undefined {
  if (requestTime === undefined || requestTime < 0) return undefined
  const server = Math.min(requestTime, value)
  return { connect: value - server, server }
}

/** The average of each over the visits that have parts; none where nobody has. */
export function averageParts(visits: readonly Parts[]): Parts {
  const averages = VITAL_PARTS.flatMap((part) => {
    const sum = visits.reduce((total, parts) => total + (parts[part] ?? 0), 0)
    return sum === 0 ? [] : [[part, sum / visits.length] as const]
  })
  return Object.fromEntries(averages)
}
