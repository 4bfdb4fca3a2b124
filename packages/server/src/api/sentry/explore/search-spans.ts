import { AppError } from '#domain/app-error.ts'
import type { Project } from '#domain/projects/project.ts'
import type { TimeRange } from '#domain/time-range.ts'
import type { SpansAsked, TraceQueries } from '#product/traces/query/trace-queries.ts'
import { isFunction, orderOf, type Cell, type Row } from './count-events.ts'
import { hasSpanColumn, SPAN_COLUMNS, SPAN_FIELDS, spanOrder, spanRow, spanType } from './find-spans.ts'
import { SPAN_FUNCTIONS, spanFunctionOf } from './span-functions.ts'
import { textNamed } from './span-keys.ts'
import { spanSearch } from './span-search.ts'

export interface SpansQuery {
  readonly query: string
  readonly sort: string
  readonly fields: readonly string[]
  readonly environments: readonly string[]
  readonly range: TimeRange
  readonly limit: number
}

/** Spans in rows, or counted by what they and their segments say. */
export async function searchSpans(traces: TraceQueries, projects: readonly Project[], query: SpansQuery) {
  const fields = query.fields.length === 0 ? SPAN_FIELDS : query.fields
  const refusal = fields.map((field) => spanFieldError(field, fields)).find(Boolean)
  if (refusal !== undefined) throw new AppError('invalid_input', refusal)
  const { environments, range } = query
  const where = [
    ...spanSearch(query.query, projects),
    ...(environments.length === 0 ? [] : [{ op: 'is', text: 'environment', values: environments } as const]),
  ]
  const asked = { projects, range, where }
  const data = fields.some(isFunction)
    ? await countedRows(traces, asked, fields, query)
    : await foundRows(traces, asked, fields, query)
  return {
    data: [...data],
    meta: { fields: Object.fromEntries(fields.map((field) => [field, spanType(field)])) },
  }
}

/** Why spans can’t be answered with this field beside the others. */
export function spanFieldError(field: string, fields: readonly string[]): string | undefined {
  if (isFunction(field))
    return spanFunctionOf(field) === undefined
      ? `field: spans have no ${field} here; there are ${SPAN_FUNCTIONS}.`
      : undefined
  if (!hasSpanColumn(field)) return `field: spans have no ${field} here; there are ${SPAN_COLUMNS}.`
  if (fields.some(isFunction) && textNamed(field) === undefined)
    return `field: spans can’t be counted by ${field}.`
  return undefined
}

/** Why they can’t be in this order. */
export function spanSortError(sort: string, fields: readonly string[]): string | undefined {
  try {
    if (fields.some(isFunction)) orderOf(sort, fields)
    else spanOrder(sort)
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

async function foundRows(
  traces: TraceQueries,
  asked: SpansAsked,
  fields: readonly string[],
  { sort, limit }: SpansQuery,
): Promise<readonly Row[]> {
  const found = await traces.search(asked, { order: spanOrder(sort), limit })
  const byId = new Map(asked.projects.map((project) => [project.id, project]))
  return found.map((span) => spanRow(span, byId.get(span.projectId)!, fields))
}

async function countedRows(
  traces: TraceQueries,
  asked: SpansAsked,
  fields: readonly string[],
  { sort, limit }: SpansQuery,
): Promise<readonly Row[]> {
  const keys = fields.filter((field) => !isFunction(field))
  const functions = fields.filter(isFunction)
  const [first, sign] = orderOf(sort, fields)
  const rows = await traces.count(asked, {
    by: keys.map((field) => textNamed(field)!),
    measures: functions.map((field) => spanFunctionOf(field)!.measure),
    order: { column: [...keys, ...functions].indexOf(first), descending: sign < 0 },
    limit,
  })
  const minutes = (asked.range.to - asked.range.from) / 60_000
  const slugs = new Map(asked.projects.map(({ id, slug }) => [id, slug]))
  return rows.map(({ key, values }) => {
    const cells = keys.map((field, place): [string, Cell] => [field, keyCell(field, key[place], slugs)])
    const measured = functions.map((field, place): [string, Cell] => [
      field,
      spanFunctionOf(field)!.cell(values[place], minutes),
    ])
    return Object.fromEntries([...cells, ...measured])
  })
}

function keyCell(field: string, key: string | undefined, slugs: ReadonlyMap<string, string>): Cell {
  if (field === 'project' || field === 'project.name') return slugs.get(key ?? '') ?? null
  return key ?? null
}
