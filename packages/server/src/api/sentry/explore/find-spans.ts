import { AppError } from '#domain/app-error.ts'
import type { Project } from '#domain/projects/project.ts'
import type { SpanOutline } from '#domain/traces/span.ts'
import type { TraceQueries } from '#product/traces/query/trace-queries.ts'
import { iso } from '#api/http/iso.ts'
import type { Cell, Row } from './count-events.ts'
import type { SpanSearch } from './span-search.ts'

/** What is known of a segment only. */
interface Span extends SpanOutline {
  readonly route?: string | undefined
  readonly release?: string | undefined
  readonly environment?: string | undefined
}

type Column = (span: Span, project: Project) => Cell | undefined

const COLUMNS: Readonly<Record<string, Column>> = {
  id: ({ spanId }) => spanId,
  span_id: ({ spanId }) => spanId,
  parent_span: ({ parentSpanId }) => parentSpanId,
  trace: ({ traceId }) => traceId,
  'span.op': ({ op }) => op,
  'span.name': ({ name }) => name,
  'span.description': ({ name }) => name,
  'span.duration': ({ duration }) => duration,
  'span.status': ({ status }) => status,
  is_transaction: ({ isSegment }) => (isSegment ? 1 : 0),
  transaction: ({ route, isSegment, name }) => route ?? (isSegment ? name : undefined),
  timestamp: ({ startedAt }) => iso(startedAt),
  'precise.start_ts': ({ startedAt }) => startedAt / 1000,
  'precise.finish_ts': ({ startedAt, duration }) => (startedAt + duration) / 1000,
  project: (_, { slug }) => slug,
  'project.name': (_, { slug }) => slug,
  'project.id': (_, { id }) => id,
  release: ({ release }) => release,
  environment: ({ environment }) => environment,
}

const NUMBERS: ReadonlySet<string> = new Set(['span.duration', 'precise.start_ts', 'precise.finish_ts'])
export const SPAN_FIELDS = [
  'id',
  'trace',
  'span.op',
  'span.description',
  'span.duration',
  'transaction',
  'project',
  'timestamp',
]

const ORDERS: Readonly<Record<string, 'latest' | 'slowest'>> = {
  '': 'latest',
  '-timestamp': 'latest',
  '-span.duration': 'slowest',
}

export function spanOrder(sort: string): 'latest' | 'slowest' {
  const order = ORDERS[sort]
  if (order === undefined)
    throw new AppError(
      'invalid_input',
      `sort: ${sort} is no order of spans; -timestamp and -span.duration are.`,
    )
  return order
}

export function spanFieldError(field: string): string | undefined {
  if (Object.hasOwn(COLUMNS, field)) return undefined
  return `field: spans have no ${field} here; there are ${Object.keys(COLUMNS).join(', ')}.`
}

export function spanType(field: string): string {
  if (field === 'timestamp') return 'date'
  return NUMBERS.has(field) ? 'number' : 'string'
}

interface Asked {
  readonly search: SpanSearch
  readonly order: 'latest' | 'slowest'
  readonly sinceMs: number
  readonly limit: number
}

/** Of one trace all spans; otherwise segments, the latest or the slowest of these projects. */
export async function findSpans(traces: TraceQueries, projects: readonly Project[], asked: Asked) {
  const { search, order, limit } = asked
  const own = projects.filter(({ slug, id }) => [undefined, slug, id].includes(search.project))
  const found =
    search.trace === undefined ? await segmentsOf(traces, own, asked) : await spansOf(traces, own, search)
  const byId = new Map(own.map((project) => [project.id, project]))
  return found
    .toSorted((a, b) => (order === 'latest' ? b.startedAt - a.startedAt : b.duration - a.duration))
    .slice(0, limit)
    .map((span) => ({ span, project: byId.get(span.projectId)! }))
}

export type FoundSpan = Awaited<ReturnType<typeof findSpans>>[number]

export function spanRow({ span, project }: FoundSpan, fields: readonly string[]): Row {
  const shown = [...new Set(['id', 'trace', 'project.name', ...fields])]
  return Object.fromEntries(shown.map((field) => [field, COLUMNS[field]!(span, project) ?? null]))
}

async function segmentsOf(
  traces: TraceQueries,
  projects: readonly Project[],
  { search: { op, route, release, environment }, order, sinceMs, limit }: Asked,
): Promise<readonly Span[]> {
  const filters = Object.entries({ op, route, release, environment }).filter(
    ([, value]) => value !== undefined,
  )
  const options = { order, sinceMs, limit, ...Object.fromEntries(filters) }
  const pages = await Promise.all(projects.map((project) => traces.segments(project, options)))
  return pages.flatMap(({ segments }) => segments)
}

async function spansOf(
  traces: TraceQueries,
  projects: readonly Project[],
  { trace = '', isSegment, op, route, release, environment }: SpanSearch,
): Promise<readonly Span[]> {
  if (route !== undefined || release !== undefined || environment !== undefined)
    throw new AppError('invalid_input', 'query: with trace only is_transaction, span.op and project.')
  if (!/^[0-9a-f]{32}$/i.test(trace)) throw new AppError('invalid_input', 'query: trace has 32 hex digits.')
  const id = trace.toLowerCase()
  if (projects.length === 0 || (await traces.stored(projects, id)) === 0) return []
  const { spans } = await traces.trace(projects, id)
  return spans.filter((span) => (!isSegment || span.isSegment) && (op === undefined || span.op === op))
}
