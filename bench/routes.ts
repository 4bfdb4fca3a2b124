import { join } from 'node:path'
import { parsePatterns } from '../packages/server/src/domain/routes/manifest.ts'
import { compileMatcher } from '../packages/server/src/domain/routes/matcher.ts'
import { pathOf } from '../packages/server/src/domain/routes/url-path.ts'
import { hindcastJson } from './children.ts'
import { EMBEDDED, type Form } from './form.ts'
import { apiGet, type Installation, uninstall } from './installation.ts'
import { report } from './report.ts'
import { benchByHand } from './routes-by-hand.ts'
import { fillSpanColumns } from './span-store.ts'
import { delaysOf, figureOf, percentile } from './statistics.ts'

const DAY_MS = 86_400_000
const PATTERNS = 1000
/** Days that are asked for. */
const PERIODS = [1, 7, 30]
/** Requests of a screen: the 95th percentile of fewer would be their worst. */
const ROUNDS = 40

/** Nanoseconds from a URL to its pattern, parameters included. */
export function benchMatcher(quick: boolean): void {
  const patterns = Array.from({ length: PATTERNS }, (_, n) =>
    n % 10 === 0
      ? `/area${n % 50}/docs${n}/[...rest]`
      : `/area${n % 50}/section${n}/[id]/part${n % 7}/[item]`,
  )
  const matcher = compileMatcher(parsePatterns(patterns))
  const urls = Array.from({ length: PATTERNS }, (_, n) => {
    const found = `https://shop.example.com/area${n % 50}/section${n}/${n * 31}/part${n % 7}/${n * 17}?page=2`
    return n % 10 === 0 ? `https://shop.example.com/nowhere/${n}` : found
  })
  const rounds = quick ? 100 : 1000
  let matched = 0
  const started = performance.now()
  for (let round = 0; round < rounds; round += 1)
    for (const url of urls) if (matcher.match(pathOf(url)!) !== undefined) matched += 1
  const ns = ((performance.now() - started) * 1e6) / (rounds * urls.length)
  if (matched !== rounds * urls.length * 0.9) throw new Error(`${matched} URLs have a pattern`)
  report({
    what: `URL → route, ${PATTERNS} patterns, one URL in ten has none`,
    figure: `${Math.round(ns)} ns`,
    bar: 'microseconds',
    value: ns,
  })
}

async function benchScreens(form: Form, large: Installation, days: number): Promise<void> {
  const hour = 3_600_000
  const from = new Date(Math.floor(Date.now() / hour) * hour - days * DAY_MS).toISOString()
  const at = `/api/v1/projects/${large.project}/route-stats`
  for (const [what, path] of [
    ['routes', `${at}?from=${from}`],
    ['one route', `${at}/one?from=${from}&route=${encodeURIComponent('/shop/7/[id]')}`],
  ] as const) {
    const delays = await delaysOf(ROUNDS, () => apiGet(large, path))
    form.report({
      what: `${what} over HTTP, ${days} days`,
      figure: figureOf(delays),
      bar: 'p95 < 300 ms (at 10 M)',
      value: percentile(delays, 0.95),
    })
  }
}

export async function benchRoutes(form: Form, quick: boolean): Promise<void> {
  const spans = quick ? 1_000_000 : 10_000_000
  const large = await form.install(async (data) => {
    // Opens, and so makes, the telemetry store.
    hindcastJson(['doctor', '--json', '--data', data])
    await fillSpanColumns(join(data, 'telemetry.duckdb'), spans, Date.now())
    if (form.name === 'embedded') await benchByHand(data, PERIODS, spans)
  })
  for (const days of PERIODS) await benchScreens(form, large, days)
  await uninstall(large)
}

if (import.meta.main) {
  const quick = process.argv.includes('--quick')
  benchMatcher(quick)
  await benchRoutes(EMBEDDED, quick)
}
