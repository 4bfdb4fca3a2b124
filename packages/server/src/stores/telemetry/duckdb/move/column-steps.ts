import type { DuckDBConnection } from '@duckdb/node-api'

import type { MovedKind, MovedStep, MovedTable, MovedValue } from '#stores/telemetry/moving.ts'

/** Rows that are read at once. */
const PART_ROWS = 10_000

const PLACE = { project_id: 'integer', received_at: 'integer', seq: 'integer' } as const
const NAMES = (kind: MovedKind, ...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, kind]))

const SPAN_PLACE = { ...PLACE, trace_id: 'uuid', span_id: 'integer' } as const
const VITALS = ['lcp', 'inp', 'cls', 'fcp', 'ttfb'] as const

/** What spans have in the tables of spans and of visits. */
export const OUTLINE: Readonly<Record<string, MovedKind>> = {
  ...SPAN_PLACE,
  ...NAMES('integer', 'parent_span_id', 'segment_id', 'started_us', 'duration_us', 'status'),
  is_segment: 'boolean',
  ...NAMES('text', 'op', 'name'),
  ...NAMES('float', ...VITALS),
}

/** Tables that are the same in both stores. */
const TABLES: Readonly<Record<string, Readonly<Record<string, MovedKind>>>> = {
  sessions: {
    ...PLACE,
    ...NAMES('integer', 'started_at', 'session_key', 'user_key', 'status', 'quantity'),
    ...NAMES('text', 'release', 'environment'),
  },
  visits: {
    ...OUTLINE,
    ...NAMES('text', 'segment_name', 'route', 'path', 'release', 'environment', 'user_key'),
    ...NAMES('text', 'browser', 'os', 'device', 'sent_route'),
    sample_rate: 'float',
    ...NAMES('boolean', 'sent_by_server', 'named_by_load'),
  },
  navigations: {
    ...SPAN_PLACE,
    ...NAMES('text', 'kind', 'from_route', 'from_path', 'to_route', 'to_path', 'served', 'prefetch'),
    ...NAMES('text', 'cache_state', 'failure', 'release', 'environment', 'user_key', 'to_sent_route'),
    ...NAMES('float', 'wait_ms', 'sample_rate'),
    ...NAMES('boolean', 'is_follow_up', 'sent_by_server'),
    ...NAMES('integer', 'started', 'used', 'unused', 'failed', 'unused_bytes'),
  },
  feedback: {
    ...PLACE,
    occurred_at: 'integer',
    ...NAMES('text', 'feedback_id', 'message', 'name', 'email', 'url', 'event_id', 'replay_id'),
    ...NAMES('text', 'release', 'environment'),
  },
}

/** The log that rows came from is not known of these kinds; no batch of any spool ever touches theirs. */
export const NO_SPOOL = { name: 'spool_id', kind: 'text' } as const

export const tableOf = (table: string, columns: Readonly<Record<string, MovedKind>>): MovedTable => ({
  table,
  columns: [...Object.entries(columns).map(([name, kind]) => ({ name, kind })), NO_SPOOL],
})

export function columnSteps(connection: DuckDBConnection): Promise<readonly MovedStep[]> {
  return Promise.all(
    Object.entries(TABLES).map(async ([name, columns]): Promise<MovedStep> => {
      const table = tableOf(name, columns)
      const { total, end } = await extentOf(connection, name)
      return {
        name,
        tables: [table],
        total,
        async read(from) {
          const read = await readRows(connection, name, columns, { from, to: from + PART_ROWS })
          const rows = read.map((row) => row.concat(''))
          return { parts: [{ table, rows }], items: rows.length, next: nextOf(from + PART_ROWS, end) }
        },
      }
    }),
  )
}

/** Where rows lie in a table that is not written to. */
export async function extentOf(connection: DuckDBConnection, table: string) {
  const result = await connection.run(`select count(*), coalesce(max(rowid) + 1, 0) from ${table}`)
  const [row] = await result.getRowsJS()
  return { total: Number(row![0]), end: Number(row![1]) }
}

export const nextOf = (to: number, end: number): number | undefined => (to < end ? to : undefined)

export async function readRows(
  connection: DuckDBConnection,
  table: string,
  columns: Readonly<Record<string, MovedKind>>,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<ReadonlyArray<readonly MovedValue[]>> {
  const list = Object.entries(columns).map(([name, kind]) =>
    kind === 'integer' || kind === 'uuid' ? `cast("${name}" as varchar)` : `"${name}"`,
  )
  const result = await connection.run(
    `select ${list.join(', ')} from ${table} where rowid >= ${from} and rowid < ${to} order by rowid`,
  )
  const kinds = Object.values(columns)
  const rows = (await result.getRowsJS()) as MovedValue[][]
  return rows.map((row) => row.map((value, at) => (kinds[at] === 'float' ? floatOf(value) : value)))
}

/** Sent as JSON, which knows no negative zero. */
export const floatOf = (value: unknown): number | null => (value == null ? null : Number(value) + 0)
