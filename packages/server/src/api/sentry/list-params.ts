import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import type { TimeRange } from '#domain/time-range.ts'

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/** Every value of a parameter that can be repeated; a schema sees the first one only. */
export function repeated(url: string, name: string): readonly string[] {
  const values = new URL(url).searchParams.getAll(name).filter((value) => value !== '')
  if (values.length > 100) throw new AppError('invalid_input', `${name}: at most 100 values.`)
  return [...new Set(values)]
}

/** Of those with a name and a slug the ones that have the text in either, whatever its case. */
export function named<Row extends { readonly name: string; readonly slug: string }>(
  rows: readonly Row[],
  text: string,
): readonly Row[] {
  const sought = text.toLowerCase()
  return rows.filter(({ name, slug }) => name.toLowerCase().includes(sought) || slug.includes(sought))
}

interface Window {
  readonly statsPeriod?: string
  readonly start?: string | undefined
  readonly end?: string | undefined
}

/** `24h` in milliseconds; undefined where it is not written like that. */
export function periodMs(text: string): number | undefined {
  const [, count, unit] = /^(\d+)([smhdw])$/.exec(text) ?? []
  return unit === undefined ? undefined : Number(count) * UNIT_MS[unit]!
}

/** Undefined: whatever its time. */
export function rangeOf(
  { statsPeriod = '', start = '', end = '' }: Window,
  now: number,
): TimeRange | undefined {
  const period = periodMs(statsPeriod)
  if (period !== undefined) return { from: now - period, to: now + 1 }
  if (start === '' && end === '') return undefined
  if (start === '' || end === '') throw new AppError('invalid_input', 'start, end: one needs the other.')
  const range = { from: momentOf('start', start), to: momentOf('end', end) }
  if (range.from >= range.to) throw new AppError('invalid_input', 'start: must be before end.')
  return range
}

function momentOf(name: string, text: string): number {
  const iso = text.replace(' ', 'T')
  const isLocal = iso.includes('T') && !/(?:Z|[+-]\d{2}:?\d{2})$/.test(iso)
  const moment = Date.parse(isLocal ? `${iso}Z` : iso)
  if (Number.isNaN(moment)) throw new AppError('invalid_input', `${name}: there is no such time.`)
  return moment
}

interface Page {
  readonly limit: number
  readonly per_page?: number | undefined
}

export function rowsOf({ limit, per_page = limit }: Page, most: number = LIMITS.page.max): number {
  return Math.min(Math.max(per_page, 1), most)
}
