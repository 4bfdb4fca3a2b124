import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, it, onTestFinished } from 'vitest'

import { silentLog } from '#domain/testing.ts'

import type { RouteScope } from '#stores/telemetry/routes.ts'
import type { Query } from '#stores/telemetry/duckdb/reader-pool.ts'
import { openDuckDbTelemetry } from '#stores/telemetry/duckdb/telemetry-store.ts'
import { temporaryFolder } from '#stores/telemetry/duckdb/testing.ts'
import { routeReads } from './route-stats.ts'

const SCOPE: RouteScope = { projectId: '1', range: { from: 0, to: 86_400_000 } }

const READS: ReadonlyArray<readonly [string, (query: Query) => Promise<unknown>]> = [
  ['every route', (query) => routeReads.routeStats(query, SCOPE, { by: 'route', limit: 10 })],
  [
    'the releases of one',
    (query) =>
      routeReads.routeBreakdowns(query, { ...SCOPE, route: '/a' }, { by: ['release', 'os'], limit: 10 }),
  ],
  [
    'one over time',
    (query) => routeReads.routeSeries(query, { ...SCOPE, route: '/a' }, { bucketMs: 3_600_000 }),
  ],
]

const CASES = READS.flatMap(([name, read]) => [
  [name, true, read] as const,
  [`${name}, with weights that differ`, false, read] as const,
])

it.each(CASES)('[TS129] joins late vitals to their page loads by hash: %s', async (_, isEven, read) => {
  const dir = await temporaryFolder()
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  await (await openDuckDbTelemetry({ dir, now: () => 0, log: silentLog })).close()
  const instance = await DuckDBInstance.create(join(dir, 'telemetry.duckdb'))
  const connection = await instance.connect()
  let plan = ''
  await read(async (sql, { values, types }) => {
    if (sql.includes('is_even')) return [{ is_even: isEven }]
    const rows = await (await connection.run(`explain ${sql}`, values, types)).getRowsJS()
    plan = JSON.stringify(rows)
    return []
  })
  connection.closeSync()
  instance.closeSync()
  expect(plan).toContain('HASH_JOIN')
  expect(plan).not.toMatch(/NL_JOIN|NESTED_LOOP|CROSS_PRODUCT|[^_]spans\b/)
})
