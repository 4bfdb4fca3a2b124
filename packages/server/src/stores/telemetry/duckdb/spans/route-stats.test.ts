import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { expect, it, onTestFinished } from 'vitest'

import type { Renames } from '#domain/routes/renames.ts'
import { silentLog } from '#domain/testing.ts'

import type { RouteScope } from '#stores/telemetry/routes.ts'
import type { SpanRow } from '#stores/telemetry/spans.ts'
import { aVisit } from '#stores/telemetry/telemetry.builders.ts'
import { createBindings, type DuckDbBindings } from '#stores/telemetry/duckdb/bindings.ts'
import type { Query } from '#stores/telemetry/sql/dialect.ts'
import { openDuckDbTelemetry } from '#stores/telemetry/duckdb/telemetry-store.ts'
import { temporaryFolder } from '#stores/telemetry/duckdb/testing.ts'
import { comparedRouteReads } from '#stores/telemetry/sql/spans/compared-routes.ts'
import { navigationReads } from '#stores/telemetry/sql/spans/navigation-stats.ts'
import { routeDetailReads } from '#stores/telemetry/sql/spans/route-details.ts'
import { routeReads } from '#stores/telemetry/sql/spans/route-stats.ts'

const DAY_MS = 86_400_000
const SCOPE: RouteScope = { projectId: '1', range: { from: 0, to: DAY_MS } }

const READS: ReadonlyArray<readonly [string, (query: Query) => Promise<unknown>]> = [
  ['every route', (query) => routeReads.routeStats(query, SCOPE, { by: 'route', limit: 10 })],
  [
    'every route, compared',
    (query) =>
      comparedRouteReads.comparedRoutes(query, SCOPE, {
        before: { from: -DAY_MS, to: 0 },
        releases: ['shop@1', 'shop@2'],
        limit: 10,
      }),
  ],
  [
    'one with its releases and over time',
    (query) =>
      routeDetailReads.routeDetails(
        query,
        { ...SCOPE, route: '/a' },
        { by: ['release', 'os'], limit: 10, before: { from: -DAY_MS, to: 0 }, bucketMs: 3_600_000 },
      ),
  ],
]

const RENAMES: Renames = { releases: ['shop@1'], list: [{ to: '/[id]', keys: '1,2' }] }

it.each([
  [
    'every route',
    (query: Query) =>
      routeReads.routeStats(query, { ...SCOPE, renames: RENAMES }, { by: 'route', limit: 10 }),
  ],
  [
    'pairs',
    (query: Query) =>
      navigationReads.routePairs(query, { ...SCOPE, renames: RENAMES }, { superseded: [], limit: 10 }),
  ],
] as const)('[TS155] joins new names by hash: %s', async (_, read) => {
  const plan = await planOf(read)
  expect(COMPARES_EVERY_ROW.exec(plan)).toBeNull()
  expect(plan.split('HASH_JOIN').length).toBeGreaterThan(3)
})

const CASES = READS.flatMap(([name, read]) => [
  [name, true, read] as const,
  [`${name}, with weights that differ`, false, read] as const,
])

it.each(CASES)('[TS129] joins late vitals to their page loads by hash: %s', async (_, isEven, read) => {
  const plan = await planOf(read, isEven)
  expect(plan).toMatch(/HASH_JOIN[^┘]*trace_id/)
  expect(plan).not.toMatch(COMPARES_EVERY_ROW)
  expect(plan).not.toMatch(/[^_]spans\b/)
})

it.each(READS)(
  '[TS210] joins nothing where all late vitals have the names of their page loads: %s',
  async (_, read) => {
    const plan = await planOf(read, true, 0)
    expect(plan).toContain('GROUP_BY')
    expect(plan).not.toContain('trace_id')
  },
)

/** Of each sort one: DuckDB leaves out of a plan what it knows that no row can meet. */
const SPANS: readonly SpanRow[] = [
  aVisit(1, { receivedAt: 1000 }),
  aVisit(2, { receivedAt: 1000, route: undefined, path: '/a/1' }),
  ...[aVisit(1, {}).spanId, 'f'.repeat(16)].map((segmentId, at) =>
    aVisit(3 + at, {
      receivedAt: 1000,
      traceId: aVisit(1, {}).traceId,
      segmentId,
      isSegment: false,
      op: 'ui.interaction.click',
      vitals: { inp: 100 },
    }),
  ),
]

const COMPARES_EVERY_ROW = /NL_JOIN|NESTED_LOOP|CROSS_PRODUCT/

async function planOf(
  read: (query: Query) => Promise<unknown>,
  isEven = true,
  unplaced = 1,
): Promise<string> {
  let plan = ''
  await withVisits(SPANS, async (connection) => {
    const explain = async (sql: string, bind: unknown) => {
      if (sql.includes('is_even')) return [{ is_even: isEven, rate: 0.25, unplaced, has_paths: true }]
      const { values, types } = bind as DuckDbBindings
      const rows = await (await connection.run(`explain ${sql}`, values, types)).getRowsJS()
      plan += JSON.stringify(rows)
      if (sql.includes('as keys')) return [{ keys: 10_000 }]
      return sql.includes('approx_quantile') ? [] : [{ key: '/cart', place: '/cart', left_out: 0 }]
    }
    await read(Object.assign(explain, { bindings: createBindings }))
  })
  return plan
}

async function withVisits(
  spans: readonly SpanRow[],
  work: (connection: DuckDBConnection) => Promise<unknown>,
): Promise<void> {
  const dir = await temporaryFolder()
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const store = await openDuckDbTelemetry({ dir, now: () => 0, log: silentLog })
  await store.append({ spoolId: 'spool', from: 0, to: 100, events: [], raw: [], spans })
  await store.close()
  const instance = await DuckDBInstance.create(join(dir, 'telemetry.duckdb'))
  const connection = await instance.connect()
  await work(connection)
  connection.closeSync()
  instance.closeSync()
}

it('[TS234] reads no more of a list than it can show, however many places vitals without a page load name', async () => {
  const vitals = Array.from({ length: 60 }, (_, n) =>
    aVisit(2 + n, {
      receivedAt: 1000,
      isSegment: false,
      segmentId: 'f'.repeat(16),
      op: 'ui.webvital.lcp',
      route: undefined,
      path: `/of/${n}`,
      vitals: { lcp: 4000 + n },
    }),
  )
  const read: number[] = []
  await withVisits([aVisit(1, { receivedAt: 1000 }), ...vitals], async (connection) => {
    const ask = async (sql: string, bind: unknown) => {
      const { values, types } = bind as DuckDbBindings
      const rows = await (await connection.run(sql, values, types)).getRowObjectsJS()
      read.push(rows.length)
      return rows
    }
    const query: Query = Object.assign(ask, { bindings: createBindings })
    const before = { from: -DAY_MS, to: 0 }
    const listed = await comparedRouteReads.comparedRoutes(query, SCOPE, { before, releases: [], limit: 3 })
    expect(listed.map(({ stats }) => stats.key)).toEqual(['/of/59', '/of/58', '/of/57'])
  })
  expect(Math.max(...read)).toBeLessThanOrEqual(3 * 3 + 1)
})
