import { AppError } from '#domain/app-error.ts'
import { iso } from '#api/http/iso.ts'
import type { CountedEvent } from './columns.ts'

export type Cell = string | number | null
export type Row = Record<string, Cell>

type Count = (rows: readonly CountedEvent[]) => Cell

export function isFunction(field: string): boolean {
  return field.includes('(')
}

/** What a function makes of the events that are counted together; undefined: there is no such function. */
export function functionOf(field: string): Count | undefined {
  if (field === 'count()') return (rows) => rows.length
  if (field === 'last_seen()')
    return (rows) => {
      const newest = newestOf(rows)
      return newest === undefined ? null : iso(newest.occurredAt)
    }
  if (field === 'latest_event()') return (rows) => newestOf(rows)?.eventId ?? null
  const counted = countedIn(field)
  if (counted === undefined) return undefined
  return (rows) => {
    const values = rows.map((row) => row.values.get(counted)).filter((value) => typeof value === 'string')
    return new Set(values).size
  }
}

/** The field whose values a function counts. */
function countedIn(field: string): string | undefined {
  return /^count_unique\(([^()]{1,100})\)$/.exec(field)?.[1]
}

/** What has to be known of every event for these fields. */
export function neededFor(fields: readonly string[]): readonly string[] {
  return [...new Set(fields.flatMap((field) => (isFunction(field) ? (countedIn(field) ?? []) : field)))]
}

/** One row for each combination of the plain fields, in the order asked for. */
export function countEvents(
  events: readonly CountedEvent[],
  fields: readonly string[],
  sort: string,
): readonly Row[] {
  const plain = fields.filter((field) => !isFunction(field))
  const groups = new Map<string, CountedEvent[]>()
  // Without a field to count by there is one row, also where there is nothing to count.
  if (plain.length === 0) groups.set('[]', [])
  for (const event of events) {
    const key = JSON.stringify(plain.map((field) => event.values.get(field)))
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [event])
    else group.push(event)
  }
  const rows = [...groups.values()].map((group) => rowOf(group, fields))
  const [field, sign] = orderOf(sort, fields)
  return rows.toSorted((a, b) => sign * compare(a[field] ?? null, b[field] ?? null))
}

function rowOf(group: readonly CountedEvent[], fields: readonly string[]): Row {
  return Object.fromEntries(
    fields.map((field) => [field, functionOf(field)?.(group) ?? group[0]?.values.get(field) ?? null]),
  )
}

/** A function is also named without its parentheses. */
export function orderOf(sort: string, fields: readonly string[]): readonly [field: string, sign: 1 | -1] {
  const isDescending = sort.startsWith('-')
  const name = isDescending ? sort.slice(1) : sort
  const first = fields.find(isFunction)!
  if (name === '') return [first, -1]
  const field = fields.find((one) => one === name || one === `${name}()`)
  if (field === undefined)
    throw new AppError('invalid_input', `sort: ${name} is not among the fields that are asked for.`)
  return [field, isDescending ? -1 : 1]
}

function compare(a: Cell, b: Cell): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [String(a ?? ''), String(b ?? '')]
  return left < right ? -1 : left > right ? 1 : 0
}

function newestOf(rows: readonly CountedEvent[]): CountedEvent | undefined {
  return rows.reduce<CountedEvent | undefined>(
    (newest, row) => (newest === undefined || row.occurredAt > newest.occurredAt ? row : newest),
    undefined,
  )
}
