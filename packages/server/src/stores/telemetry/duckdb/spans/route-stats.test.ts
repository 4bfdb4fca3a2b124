import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, it, onTestFinished } from 'vitest'

import type { Renames } from '#domain/routes/renames.ts'
import { silentLog } from '#domain/testing.ts'

import type { RouteScope } from '#stores/telemetry/routes.ts'
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
  expect(plan).toContain('HASH_JOIN')
  expect(plan).not.toMatch(COMPARES_EVERY_ROW)
  expect(plan).not.toMatch(/[^_]spans\b/)
})

it('[TS210] joins late vitals alone where all routes are asked for', async () => {
  const [, , read] = CASES.find(([name]) => name === 'every route, compared')!
  const plan = await planOf(read)
  expect(plan).toContain('UNION')
  expect(plan.split('HASH_JOIN')).toHaveLength(2)
})

const COMPARES_EVERY_ROW = /NL_JOIN|NESTED_LOOP|CROSS_PRODUCT/

async function planOf(read: (query: Query) => Promise<unknown>, isEven = true): Promise<string> {
  const dir = await temporaryFolder()
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  await (await openDuckDbTelemetry({ dir, now: () => 0, log: silentLog })).close()
  const instance = await DuckDBInstance.create(join(dir, 'telemetry.duckdb'))
  const connection = await instance.connect()
  let plan = ''
  const explain = async (sql: string, bind: unknown) => {
    if (sql.includes('is_even')) return [{ is_even: isEven, rate: 0.25 }]
    const { values, types } = bind as DuckDbBindings
    const rows = await (await connection.run(`explain ${sql}`, values, types)).getRowsJS()
    plan = JSON.stringify(rows)
    return []
  }
  await read(Object.assign(explain, { bindings: createBindings }))
  connection.closeSync()
  instance.closeSync()
  return plan
}
