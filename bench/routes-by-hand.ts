import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Project } from '../packages/server/src/domain/projects/project.ts'
import { createRouteStatsQueries } from '../packages/server/src/product/routes/query/route-stats.ts'
import { report } from './report.ts'
import { openStore } from './span-store.ts'
import { median } from './statistics.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const ROUTE = '/shop/7/[id]'
const RELEASES = Array.from({ length: 30 }, (_, n) => ({ version: `shop@4.${n}`, firstSeen: n }))
const SHOP = { id: '1', slug: 'shop' } as Project
const TURNS = 5
const ROUNDS = 3

type Range = { readonly from: number; readonly to: number }
type Work = () => Promise<unknown>

const FIGURES = `count_if(op = 'pageload'), count_if(op = 'navigation'), count_if(op = 'http.server'), count_if(status = 2),
  approx_count_distinct(user_key), approx_quantile(lcp, 0.75), approx_quantile(inp, 0.75), approx_quantile(cls, 0.75),
  approx_quantile(fcp, 0.75), approx_quantile(ttfb, 0.75), approx_quantile(duration_us, 0.75) filter (op = 'navigation'),
  approx_quantile(duration_us, 0.95) filter (op = 'http.server')`

const rowsOf = ({ from, to }: Range): string =>
  `visits where project_id = 1 and received_at >= ${from} and received_at < ${to} and (is_segment or named_by_load)`
const aWeekBefore = ({ from, to }: Range): Range => ({ from: from - WEEK_MS, to: to - WEEK_MS })

/**
 * What one would write by hand for the list: the period, the week before it and two releases, a statement each. It leaves
 * out what costs most to get right: vitals that came before their page load, sample rates, shares of good and poor, the
 * order by time lost.
 */
const listByHand = (range: Range): readonly string[] => [
  ...[range, aWeekBefore(range)].map(
    (of) =>
      `select coalesce(route, path), ${FIGURES} from ${rowsOf(of)} group by 1 order by count(*) desc limit 200`,
  ),
  `select coalesce(route, path), release, approx_quantile(lcp, 0.75), approx_quantile(inp, 0.75), approx_quantile(cls, 0.75),
     approx_quantile(fcp, 0.75), approx_quantile(ttfb, 0.75)
   from ${rowsOf(range)} and release in ('shop@4.28', 'shop@4.29') group by all`,
]

/** The same for one route: both periods, over time, by three dimensions, and examples. */
function routeByHand(range: Range): readonly string[] {
  const ofRoute = (of: Range) => `${rowsOf(of)} and route = '${ROUTE}'`
  const by = (key: string) =>
    `select ${key}, ${FIGURES} from ${ofRoute(range)} group by 1 order by count(*) desc`
  return [
    ...[range, aWeekBefore(range)].map((of) => `select ${FIGURES} from ${ofRoute(of)}`),
    by(`received_at // ${Math.ceil((range.to - range.from) / 50)}`),
    ...['release', 'browser', 'device'].map((key) => `${by(key)} limit 12`),
    ...['received_at', 'duration_us'].map((order) => `from ${ofRoute(range)} order by ${order} desc limit 5`),
  ]
}

/** The first thing one would ask: of one period traffic, one vital and one duration, from the spans themselves. */
const firstByHand = ({ from }: Range): readonly string[] => [
  `select route, op, count(*), approx_quantile(lcp, 0.75), approx_quantile(duration_us, 0.95)
   from spans where project_id = 1 and received_at >= ${from} and is_segment group by all order by 3 desc limit 200`,
]

/** Milliseconds of processor time of this process, which does nothing else. */
async function cpuOf(work: Work): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function measure(times: Map<string, number[]>, works: Readonly<Record<string, Work>>): Promise<void> {
  for (const work of Object.values(works)) await work()
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, work] of Object.entries(works))
      times.set(name, [...(times.get(name) ?? []), await cpuOf(work)])
}

async function byHand(data: string, times: Map<string, number[]>, range: Range): Promise<void> {
  const instance = await DuckDBInstance.create(join(data, 'telemetry.duckdb'), {
    threads: '2',
    memory_limit: '192MB',
  })
  const connection = await instance.connect()
  const all = (statements: readonly string[]) => async () => {
    for (const statement of statements) await (await connection.run(statement)).getRowsJS()
  }
  await measure(times, {
    'list by hand': all(listByHand(range)),
    'route by hand': all(routeByHand(range)),
    first: all(firstByHand(range)),
  })
  connection.closeSync()
  instance.closeSync()
}

async function byProduct(data: string, times: Map<string, number[]>, range: Range): Promise<void> {
  const telemetry = await openStore(data)
  const queries = createRouteStatsQueries({
    telemetry,
    renames: { of: async () => undefined, newNames: async () => [] },
    records: { releaseHealth: { heard: async () => RELEASES }, issues: { byIds: async () => [] } } as never,
  })
  await measure(times, {
    list: () => queries.overview(SHOP, { range }),
    route: () => queries.one(SHOP, ROUTE, { range }),
  })
  await telemetry.close()
}

/** Takes turns with what is written by hand, and counts processor time: other programs slow both down alike. */
export async function benchByHand(data: string, periods: readonly number[], spans: number): Promise<void> {
  const to = Math.floor(Date.now() / 1000) * 1000
  for (const days of periods) {
    const range = { from: to - days * DAY_MS, to }
    const times = new Map<string, number[]>()
    for (let turn = 0; turn < TURNS; turn += 1) {
      await byHand(data, times, range)
      await byProduct(data, times, range)
    }
    const ms = (name: string) => median(times.get(name)!)
    for (const what of ['list', 'route'])
      report({
        what: `${what === 'list' ? 'list of routes' : 'one route'}: processor time, ${days} days of ${spans / 1e6} M spans in 30`,
        figure: `${(ms(what) / ms(`${what} by hand`)).toFixed(2)} × ${ms(`${what} by hand`).toFixed(0)} ms by hand (${(ms(what) / ms('first')).toFixed(1)} × ${ms('first').toFixed(0)} ms for LCP alone)`,
        bar: '≤ 2 × by hand',
        value: ms(what) / ms(`${what} by hand`),
      })
  }
}
