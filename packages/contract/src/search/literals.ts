export type Comparison = '=' | '<' | '<=' | '>' | '>='

export interface Bound {
  readonly cmp: Comparison
  readonly value: number
}

/** A version, and on which side of it something stands. */
export interface Side {
  readonly cmp: Exclude<Comparison, '='>
  readonly version: string
}

const SIGN = /^(>=|<=|>|<|=)?(.*)$/s
const RANGE = /^([^.].*?|)\.\.(.*)$/s
const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
}

/** `10`, `>10`, `<=10`, `10..20` (both included), `..20`; undefined where it is none of them. All of them must hold. */
export function readNumbers(text: string): readonly Bound[] | undefined {
  const range = RANGE.exec(text)
  if (range) {
    const [, from = '', to = ''] = range
    return bounds(from, to, (part, cmp) => numberOf(part, cmp))
  }
  const [, sign = '=', rest = ''] = SIGN.exec(text)!
  return numberOf(rest, sign as Comparison)
}

function numberOf(text: string, cmp: Comparison): readonly Bound[] | undefined {
  return /^-?\d{1,15}(?:\.\d{1,9})?$/.test(text) ? [{ cmp, value: Number(text) }] : undefined
}

/** `2026-11-01` is a whole day, `2026-11-01T10:00` a moment, both in UTC; `-24h` is the time since then. */
export function readTimes(text: string, now: number): readonly Bound[] | undefined {
  const range = RANGE.exec(text)
  if (range) {
    const [, from = '', to = ''] = range
    return bounds(from, to, (part, cmp) => timeOf(part, cmp))
  }
  const ago = /^([-+])(\d{1,6})([smhdw])$/.exec(text)
  if (ago) {
    const value = now - Number(ago[2]) * UNIT_MS[ago[3]!]!
    return [{ cmp: ago[1] === '-' ? '>=' : '<', value }]
  }
  const [, sign = '=', rest = ''] = SIGN.exec(text)!
  return timeOf(rest, sign as Comparison)
}

function timeOf(text: string, cmp: Comparison): readonly Bound[] | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?)Z?)?$/.exec(text)
  if (!match) return undefined
  const [, day = '', time] = match
  const start = Date.parse(`${day}T${time ?? '00:00'}${time?.length === 8 ? '' : ':00'}Z`)
  // 30 February would be read as 2 March.
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== day) return undefined
  const end = start + (time === undefined ? UNIT_MS['d']! : time.length === 8 ? 1000 : 60_000)
  if (cmp === '>') return [{ cmp: '>=', value: end }]
  if (cmp === '>=') return [{ cmp, value: start }]
  if (cmp === '<') return [{ cmp, value: start }]
  if (cmp === '<=') return [{ cmp: '<', value: end }]
  return [
    { cmp: '>=', value: start },
    { cmp: '<', value: end },
  ]
}

/** `-24h`, `<24h` and `24h`: seen first within them; `+7d` and `>7d`: before. As bounds of the moment itself. */
export function readAge(text: string, now: number): readonly Bound[] | undefined {
  const match = /^(>=|<=|[-+<>])?(\d{1,6})([smhdw])$/.exec(text)
  if (!match) return undefined
  const [, sign = '-', count, unit = ''] = match
  const value = now - Number(count) * UNIT_MS[unit]!
  const cmp = ({ '-': '>=', '<=': '>=', '<': '>', '+': '<=', '>=': '<=', '>': '<' } as const)[sign]!
  return [{ cmp, value }]
}

/** `>4.2`, `<=4.2`, `4.2..4.10` (both included), `..4.2`; undefined where it is none of them. All of them must hold. */
export function readSides(text: string): readonly Side[] | undefined {
  const [, from = '', to = ''] = RANGE.exec(text) ?? []
  if (from !== '' || to !== '') return bounds(from, to, (version, cmp) => [{ cmp, version }])
  const [, cmp = '=', version = ''] = SIGN.exec(text)!
  return cmp === '=' ? undefined : [{ cmp: cmp as Side['cmp'], version }]
}

function bounds<T>(
  from: string,
  to: string,
  read: (text: string, cmp: '>=' | '<=') => readonly T[] | undefined,
): readonly T[] | undefined {
  if (from === '' && to === '') return undefined
  const low = from === '' ? [] : read(from, '>=')
  const high = to === '' ? [] : read(to, '<=')
  return low && high && [...low, ...high]
}

export function holds({ cmp, value }: Bound, actual: number): boolean {
  if (cmp === '=') return actual === value
  if (cmp === '<') return actual < value
  if (cmp === '<=') return actual <= value
  return cmp === '>' ? actual > value : actual >= value
}
