import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../packages/server/src/domain/testing.ts'
import { openDuckDbTelemetry } from '../packages/server/src/stores/telemetry/duckdb/telemetry-store.ts'
import { T0, eventIdOf } from '../packages/server/src/stores/telemetry/telemetry.builders.ts'
import type { OpenedTelemetryStore } from '../packages/server/src/stores/telemetry/telemetry.contract.ts'
import type {
  Condition,
  Dimension,
  Scope,
  TelemetryStore,
} from '../packages/server/src/stores/telemetry/telemetry.ts'
import { openClickHouse, type TestClickHouse } from './harness/clickhouse.ts'
import { openAlone } from './harness/clickhouse-stores.ts'
import { DAY_MS, manyRows } from './harness/many-rows.ts'

/** A million takes 130 s of processor time, three quarters of it to store them. */
const ROWS = Number(process.env['HINDCAST_TEST_ROWS'] ?? 1_000_000)
/** What each engine estimates by a method of its own. Of few values percentiles differ by how they lie between two of them. Of users DuckDB keeps 64 registers: a standard error of 13 per cent. */
const ESTIMATED: ReadonlyArray<readonly [name: RegExp, share: number]> = [
  [/^(?:p75|navigationP75|serverP95|waitP75|behindP75)$/, 0.08],
  [/^users$/, 0.45],
]
/** The order of floating-point sums. */
const ROUNDING = 1e-9

let server: TestClickHouse
let clickhouse: OpenedTelemetryStore
let duckdb: TelemetryStore
let dir: string
beforeAll(async () => {
  server = await openClickHouse()
  clickhouse = await openAlone(server)
  dir = await mkdtemp(join(tmpdir(), 'hindcast-same-'))
  duckdb = await openDuckDbTelemetry({ dir, now: () => T0, log: silentLog })
  for (const batch of manyRows(ROWS))
    await Promise.all([clickhouse.store.append(batch), duckdb.append(batch)])
}, 3_600_000)
afterAll(async () => {
  await clickhouse?.cleanup()
  await duckdb?.close()
  await server?.close()
  await rm(dir, { recursive: true, force: true })
})

/** Where both differ by more than is allowed; nothing where they do not. */
function difference(a: unknown, b: unknown, path = '', key = ''): string | undefined {
  if (typeof a === 'number' && typeof b === 'number') {
    const share = ESTIMATED.find(([name]) => name.test(key))?.[1] ?? ROUNDING
    const allowed = share * Math.max(Math.abs(a), Math.abs(b))
    return Math.abs(a - b) <= allowed ? undefined : `${path}: ${a} and ${b}`
  }
  if (a instanceof Map || a instanceof Set) return difference([...a], [...(b as Iterable<unknown>)], path)
  if (a === null || typeof a !== 'object')
    return Object.is(a, b) ? undefined : `${path}: ${String(a)} and ${String(b)}`
  const names = new Set([...Object.keys(a), ...Object.keys(b ?? {})])
  for (const name of names) {
    const [one, other] = [a, b].map((of) => (of as Record<string, unknown>)[name])
    const found = difference(one, other, `${path}.${name}`, name)
    if (found !== undefined) return found
  }
  return undefined
}

async function same<T>(ask: (store: TelemetryStore) => Promise<T>): Promise<T> {
  const [fromClickHouse, fromDuckDb] = await Promise.all([ask(clickhouse.store), ask(duckdb)])
  expect(difference(fromClickHouse, fromDuckDb)).toBeUndefined()
  return fromDuckDb
}

const RANGE = { from: T0 + DAY_MS, to: T0 + 6 * DAY_MS + 12_345 }
const scope = (...where: readonly Condition[]): Scope => ({ projectId: '1', range: RANGE, where })
const CONDITIONS: ReadonlyArray<readonly [string, Condition]> = [
  ['a value', { dimension: 'release', op: 'is', values: ['shop@1.3', 'shop@1.4'] }],
  ['no such value', { dimension: 'environment', op: 'is_not', values: ['production'] }],
  ['a tag', { dimension: { tag: 'plan' }, op: 'is', values: ['pro'] }],
  ['a number', { dimension: { tag: 'ms' }, op: 'compare', cmp: '>=', value: 512.25 }],
  ['stars', { dimension: 'message', op: 'like', pattern: '*OF 3*STEP 1*' }],
  ['an expression', { dimension: 'url', op: 'regex', source: 'items/[0-9]{2}$', anyCase: false }],
  ['words', { op: 'text', words: ['voucher 1', 'ünïcode'] }],
  ['a frame', { dimension: 'stack_file', op: 'is', values: ['src/cart2.ts'] }],
  ['a name without its version', { dimension: 'os_name', op: 'is', values: ['iOS', 'Windows XP'] }],
  [
    'alternatives',
    {
      op: 'any',
      of: [
        { dimension: 'handled', op: 'is', values: ['false'] },
        { op: 'not', of: { dimension: 'device', op: 'has' } },
      ],
    },
  ],
]
const DIMENSIONS: readonly Dimension[] = [
  'issue',
  'level',
  'environment',
  'release',
  'user',
  'browser',
  'browser_name',
  'os_name',
  'route',
  'handled',
  'stack_file',
  { tag: 'plan' },
  { tag: 'none' },
]

describe('ClickHouse and DuckDB', () => {
  it('[TS207] hold the same rows', async () => {
    const { errors, spans } = await same(async (store) => (await store.stats()).stored)
    expect(errors + spans).toBeGreaterThanOrEqual((2 * ROWS) / 3)
    await same((store) => store.received('1', RANGE))
    await same((store) => store.watermark('spool'))
  })

  it.each(CONDITIONS)('[TS207] find the same events by %s', async (_, condition) => {
    const { events } = await same((store) => store.page(scope(condition), { limit: 50 }))
    expect(events.length).toBeGreaterThan(0)
    await same((store) => store.following(scope(condition), { limit: 20, after: events.at(-1)! }))
    await same((store) => store.rank(scope(condition), events.at(-1)!))
    await same((store) => store.neighbours(scope(condition), events.at(-1)!))
    await same(async (store) => {
      const { events: found } = await store.searchEvents(scope(condition), { limit: 30, budget: 1e9 })
      return found
    })
    await same(
      async (store) => (await store.searchIssues(scope(condition), { limit: 30, budget: 1e9 })).issueIds,
    )
  })

  it.each(['events', 'users', 'issues'] as const)(
    '[TS207] count %s the same by every dimension',
    async (measure) => {
      const of = DIMENSIONS.map((by) => ({ by }))
      await same((store) => store.breakdowns(scope(), { of, measure, limit: 30 }))
      for (const by of DIMENSIONS) {
        await same((store) => store.breakdown(scope(), { by, measure, limit: 30, order: 'latest' }))
        await same((store) => store.timeSeries(scope(), { measure, bucketMs: DAY_MS / 4, by }))
      }
      await same((store) => store.tagKeys(scope(), 10))
    },
  )

  it('[TS207] see the same thresholds reached', async () => {
    const options = { windowMs: 3_600_000, stepMs: 300_000, ends: RANGE, atLeast: 3, limit: 500 }
    for (const by of ['issue', 'none'] as const)
      for (const measure of ['events', 'users'] as const)
        await same((store) => store.windows(scope(), { ...options, by, measure }))
    await same((store) => store.reached(scope(), { measure: 'users', count: 20, since: T0, limit: 100 }))
  })

  it('[TS207] have the same documents, identifiers and feedback', async () => {
    for (const seq of [1, 777, 5_000]) await same((store) => store.get('1', eventIdOf(seq)))
    await same((store) => store.known('1', [1, 2, 3, 4].map(eventIdOf), 'spool'))
    await same((store) => store.find(['1', '2'], { kind: 'digest', value: '7' }, 40))
    await same((store) => store.projectsWith(['1', '2', '3'], 'digest'))
    await same((store) => store.feedback({ projectId: '1' }, { limit: 20 }))
    await same((store) => store.feedback({ projectId: '1', issue: { id: '3', range: RANGE } }, { limit: 20 }))
  })

  it('[TS207] count the same sessions', async () => {
    const sessions = { projectId: '1', range: RANGE }
    const counts = await same((store) => store.sessionCounts(sessions, { limit: 20 }))
    expect(counts.size).toBe(12)
    await same((store) => store.sessionHistory(sessions, { limit: 5, bucketMs: DAY_MS }))
    await same((store) =>
      store.sessionSeries({ ...sessions, environment: 'production' }, { bucketMs: DAY_MS }),
    )
  })

  it('[TS207] measure the same routes, navigations and traces', async () => {
    const routes = { projectId: '1', range: RANGE }
    const stats = await same((store) => store.routeStats(routes, { by: 'route', limit: 20 }))
    expect(stats.length).toBe(12)
    const before = { from: T0, to: RANGE.from }
    await same((store) => store.comparedRoutes(routes, { before, releases: ['shop@1.1'], limit: 9 }))
    const details = { by: ['route', 'release', 'browser'], limit: 9, before, bucketMs: DAY_MS } as const
    await same((store) => store.routeDetails({ ...routes, route: '/items/[id]/3' }, details))
    await same(async (store) => {
      const { releases, environments } = await store.visitedFrom(routes)
      return [releases.toSorted(), environments.toSorted()]
    })
    await same(async (store) => {
      const names = await store.storedNames(routes, { releases: ['shop@1.2'], limit: 200 })
      // Each engine has keys of its own.
      return names.map(({ address, route, release, sent }) => [address, route, release, sent])
    })
    const superseded = [{ release: 'shop@1.1', environment: 'production', at: T0 + 2 * DAY_MS }]
    await same((store) => store.routePairs(routes, { superseded, limit: 20 }))
    await same((store) => store.navigationTotals(routes, { superseded }))
    await same((store) => store.oldReleaseVisits(routes, { superseded, limit: 9 }))
    await same((store) => store.releaseArrivals('1', { before: RANGE.to, limit: 50 }))
    await same((store) => store.visitCount(routes))
    const [segment] = await same((store) => store.segments(routes, { order: 'slowest', limit: 30 }))
    const { traceId, spanId } = segment!
    await same((store) => store.trace(['1'], traceId, { limit: 100 }))
    await same((store) => store.spanDetails('1', traceId, spanId))
  })

  it('[TS207] name routes alike after the registry of routes has changed', async () => {
    const routes = { projectId: '1', range: RANGE }
    const renamed = async (store: TelemetryStore) => {
      const names = await store.storedNames(routes, { releases: [], limit: 1000 })
      const moved = names.filter(
        ({ address, route }) => /^\/items\/[0-3]$/.test(address) && route === undefined,
      )
      const keys = moved.map(({ key }) => key).join(',')
      return { ...routes, renames: { releases: [], list: [{ to: '/goods/[id]', keys }] } }
    }
    const stats = await same(async (store) =>
      store.routeStats(await renamed(store), { by: 'route', limit: 1000 }),
    )
    expect(stats.some(({ key }) => key === '/goods/[id]')).toBe(true)
    await same(async (store) => store.routePairs(await renamed(store), { superseded: [], limit: 50 }))
  })
})
