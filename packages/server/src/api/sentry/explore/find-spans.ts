import { AppError } from '#domain/app-error.ts'
import type { Project } from '#domain/projects/project.ts'
import type { FoundSpan } from '#domain/traces/span-query.ts'
import { iso } from '#api/http/iso.ts'
import type { Cell, Row } from './count-events.ts'

type Column = (span: FoundSpan, project: Project) => Cell | undefined

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
  transaction: ({ segment }) => segment?.transaction,
  'transaction.op': ({ segment }) => segment?.op,
  'transaction.duration': ({ segment }) => segment?.duration,
  timestamp: ({ startedAt }) => iso(startedAt),
  'precise.start_ts': ({ startedAt }) => startedAt / 1000,
  'precise.finish_ts': ({ startedAt, duration }) => (startedAt + duration) / 1000,
  project: (_, { slug }) => slug,
  'project.name': (_, { slug }) => slug,
  'project.id': (_, { id }) => id,
  release: ({ segment }) => segment?.release,
  environment: ({ segment }) => segment?.environment,
  user: ({ segment }) => segment?.user,
  'user.id': ({ segment }) => segment?.user,
  browser: ({ segment }) => segment?.browser,
  'browser.name': ({ segment }) => withoutVersion(segment?.browser),
  os: ({ segment }) => segment?.os,
  'os.name': ({ segment }) => withoutVersion(segment?.os),
  device: ({ segment }) => segment?.device,
  'measurements.lcp': ({ vitals }) => vitals?.lcp,
  'measurements.inp': ({ vitals }) => vitals?.inp,
  'measurements.cls': ({ vitals }) => vitals?.cls,
  'measurements.fcp': ({ vitals }) => vitals?.fcp,
  'measurements.ttfb': ({ vitals }) => vitals?.ttfb,
}

function withoutVersion(text: string | undefined): string | undefined {
  return text?.replace(/ [0-9][^ ]*$/, '')
}

const NUMBERS = /\.duration$|^precise\.|^measurements\./

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

const ORDERS = {
  '': 'latest',
  '-timestamp': 'latest',
  timestamp: 'earliest',
  '-span.duration': 'slowest',
  'span.duration': 'fastest',
} as const

export type SpanOrder = (typeof ORDERS)[keyof typeof ORDERS]

export function spanOrder(sort: string): SpanOrder {
  if (!Object.hasOwn(ORDERS, sort))
    throw new AppError(
      'invalid_input',
      `sort: ${sort} is no order of spans; timestamp and span.duration are, with or without -.`,
    )
  return ORDERS[sort as keyof typeof ORDERS]
}

export function hasSpanColumn(field: string): boolean {
  return Object.hasOwn(COLUMNS, field)
}

export const SPAN_COLUMNS = Object.keys(COLUMNS).join(', ')

export function spanType(field: string): string {
  if (field === 'timestamp') return 'date'
  if (/^count(?:_unique)?\(/.test(field)) return 'integer'
  return field.includes('(') || NUMBERS.test(field) ? 'number' : 'string'
}

export function spanRow(span: FoundSpan, project: Project, fields: readonly string[]): Row {
  const shown = [...new Set(['id', 'trace', 'project.name', ...fields])]
  return Object.fromEntries(shown.map((field) => [field, COLUMNS[field]!(span, project) ?? null]))
}
