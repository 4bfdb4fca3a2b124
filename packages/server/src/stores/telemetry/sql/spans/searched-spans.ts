import type { SpanPlace, SpanScope } from '#stores/telemetry/span-search.ts'
import type { Bindings, Query, Row } from '#stores/telemetry/sql/dialect.ts'
import { renamed } from '#stores/telemetry/sql/renamed.ts'
import { rowsOf } from '#stores/telemetry/sql/scope-conditions.ts'

const OUTLINE = [
  'project_id',
  'received_at',
  'trace_id',
  'span_id',
  'parent_span_id',
  'segment_id',
  'is_segment',
  'started_us',
  'duration_us',
  'op',
  'name',
  'status',
  'lcp',
  'inp',
  'cls',
  'fcp',
  'ttfb',
] as const

/** What is read of a segment for its spans. */
const SEGMENT = {
  transaction_name: 'coalesce(route, path, name)',
  transaction_op: 'op',
  transaction_us: 'duration_us',
  release: 'release',
  environment: 'environment',
  user_key: 'user_key',
  browser: 'browser',
  os: 'os',
  device: 'device',
} as const

const named = Object.entries(SEGMENT).map(([name, value]) => `${value} as ${name}`)

/**
 * The spans of one project: its segments, all spans, or all spans beside what their segments say. Segments are read once
 * for each id, or a span would be counted for each time that its segment was sent.
 */
export function searchedSpans(place: SpanPlace, table: 'visits' | 'spans' | 'both', bind: Bindings): string {
  const outline = OUTLINE.join(', ')
  if (table === 'spans') return `select ${outline} from spans where ${rowsOf(place, bind)}`
  const visits = `${renamed('visits', place.renames, bind)} as visits where ${rowsOf(place, bind)} and is_segment`
  if (table === 'visits') return `select ${[outline, ...named].join(', ')} from ${visits}`
  const any = Object.entries(SEGMENT).map(([name, value]) => `${bind.dialect.anyOf(value)} as ${name}`)
  return `select ${[...OUTLINE.map((column) => `own.${column} as ${column}`), ...Object.keys(SEGMENT)].join(', ')}
    from (select ${outline} from spans where ${rowsOf(place, bind)}) as own
    left join (select trace_id as root_trace, span_id as root_span, ${any.join(', ')}
      from ${visits} group by trace_id, span_id) as root
    on root.root_trace = own.trace_id and root.root_span = own.segment_id`
}

/** Of a span, over all projects; that of its segment where the column is `segment_id`. */
export const idOf = (row: Row, column: 'span_id' | 'segment_id'): string =>
  [row['project_id'], row['trace_id'], row[column]].map(String).join(' ')

/** What the segments of these rows say, by their `idOf`. */
export async function segmentsOf(
  query: Query,
  { places }: SpanScope,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, Row>> {
  const found = new Map<string, Row>()
  if (rows.length === 0) return found
  const traces = [...new Set(rows.map((row) => String(row['trace_id'])))]
  for (const place of places) {
    const bind = query.bindings()
    const segments = await query(
      `select project_id, trace_id, span_id, ${named.join(', ')}
       from ${renamed('visits', place.renames, bind)} as visits
       where ${rowsOf(place, bind)} and is_segment
         and ${bind.dialect.isOneOf('trace_id', bind.dialect.asUuids(bind.texts(traces)))}`,
      bind,
    )
    for (const row of segments) found.set(idOf(row, 'span_id'), row)
  }
  return found
}
