import type { JsonObject } from '#domain/json.ts'
import { PAGES, type Page } from './pages.ts'
import type { Release } from './plans.ts'
import { hex, pick, type Random } from '#domain/seeded-random.ts'
import type { Visitor } from './visitors.ts'

/** How a page of the shop is reached, and how many of its navigations need none or a part of the network. */
interface Way {
  readonly from: readonly string[]
  readonly cache: number
  readonly partial: number
}

const WAYS: Readonly<Record<string, Way>> = {
  '/[locale]': { from: ['/[locale]/products/[slug]', '/[locale]/cart'], cache: 0.8, partial: 0.1 },
  '/[locale]/products/[slug]': { from: ['/[locale]/search', '/[locale]'], cache: 0.4, partial: 0.35 },
  '/[locale]/search': { from: ['/[locale]', '/[locale]/products/[slug]'], cache: 0.04, partial: 0.06 },
  '/[locale]/cart': { from: ['/[locale]/products/[slug]'], cache: 0.2, partial: 0.55 },
  '/[locale]/checkout': { from: ['/[locale]/cart'], cache: 0.05, partial: 0.3 },
  '/[locale]/orders/[id]': { from: ['/[locale]/checkout'], cache: 0.1, partial: 0.1 },
}
const RARE_FAILURES = 0.006
/** Of the navigations on pages of a release that was replaced: their code is gone from the server. */
const STALE_FAILURES = 0.45
const REPORTED_PREFETCHES = 0.35

interface Moment {
  readonly page: Page
  readonly visitor: Visitor
  readonly isLoad: boolean
  /** How long the server takes. */
  readonly server: number
  /** The release that is deployed; the page may be of an earlier one. */
  readonly current: Release
  readonly random: Random
}

/** The transactions of the browser and of the server, with what `@hindcast/browser` adds to them. */
export function withNavigation(
  [browser, server]: readonly [JsonObject, JsonObject],
  moment: Moment,
): readonly JsonObject[] {
  // Of the pages that only errors know, nobody said how they are reached.
  if (!Object.hasOwn(WAYS, moment.page.route)) return [browser, server]
  if (moment.isLoad) {
    const isReported = moment.random() < REPORTED_PREFETCHES
    return isReported ? [browser, server, prefetchReport(browser, moment)] : [browser, server]
  }
  const isStale = browser['release'] !== moment.current.version
  if (isStale && moment.random() < STALE_FAILURES) return failedNavigation(browser, moment)
  const facts = navigationFacts(moment)
  if (facts['served'] !== 'cache' || traceOf(browser)['status'] !== 'ok')
    return [withData(browser, named('navigation', facts)), server]
  return [withData(fromCache(browser, Number(facts['wait_ms'])), named('navigation', facts))]
}

function endsOf({ page, visitor, random }: Moment): { readonly from: string; readonly to: string } {
  const origin = pick(random, WAYS[page.route]!.from)
  const start = PAGES.find(({ route }) => route === origin) ?? PAGES[0]!
  return { from: pathFor(start, visitor), to: pathFor(page, visitor) }
}

function navigationFacts(moment: Moment): JsonObject {
  const { page, server, random } = moment
  const { cache, partial } = WAYS[page.route]!
  const chance = random()
  const served = chance < cache ? 'cache' : chance < cache + partial ? 'partial' : 'network'
  return {
    ...endsOf(moment),
    trigger: random() < 0.9 ? 'click' : 'back',
    served,
    wait_ms: Math.round(served === 'cache' ? 12 + random() * 30 : server + 60 + random() * 120),
    prefetch: prefetchFor(served, random),
    ...(served !== 'network' && { cache_state: random() < 0.7 ? 'fresh' : 'reusable' }),
    ...(random() < RARE_FAILURES && { failure: 'data_failed' }),
  }
}

function prefetchFor(served: 'cache' | 'partial' | 'network', random: Random): string {
  if (served !== 'network') return served === 'partial' || random() < 0.8 ? 'used' : 'none'
  const chance = random()
  return chance < 0.25 ? 'insufficient' : chance < 0.35 ? 'pending' : 'none'
}

/** Nothing is requested. */
function fromCache(browser: JsonObject, waitMs: number): JsonObject {
  return { ...browser, timestamp: Number(browser['start_timestamp']) + waitMs / 1000, spans: [] }
}

/** The code of the page is gone with the release, and the browser loads the whole page of the current one. */
function failedNavigation(browser: JsonObject, moment: Moment): readonly JsonObject[] {
  const { current, random } = moment
  const ends = endsOf(moment)
  const failed = { ...ends, trigger: 'click', failure: 'code_failed' }
  const reload = {
    ...ends,
    served: 'full_load',
    fallback: 'code_failed',
    wait_ms: Math.round(80 + random() * 400),
    skew: true,
    release_before: browser['release']!,
  }
  const load = {
    ...browser,
    event_id: hex(random, 32),
    release: current.version,
    spans: [],
    contexts: {
      trace: {
        ...traceOf(browser),
        trace_id: hex(random, 32),
        span_id: hex(random, 16),
        op: 'pageload',
      },
    },
  }
  return [
    withData({ ...browser, spans: [] }, named('navigation', failed)),
    withData(load, named('navigation', reload)),
  ]
}

/** What a page view says at its end about what it fetched ahead. */
function prefetchReport(browser: JsonObject, { page, visitor, random }: Moment): JsonObject {
  const others = PAGES.filter(({ route }) => route !== page.route)
  const wasted = Array.from({ length: 2 + Math.floor(random() * 6) }, () => ({
    outcome: random() < 0.93 ? 'unused' : 'failed',
    from: pathFor(page, visitor),
    to: pathFor(pick(random, others), visitor),
    bytes: Math.round(4_000 + random() * 30_000),
  }))
  const count = (outcome: string) => wasted.filter((one) => one.outcome === outcome).length
  const used = Math.floor(random() * 3)
  const trace = { trace_id: hex(random, 32), span_id: hex(random, 16) }
  const end = Number(browser['timestamp'])
  const report: JsonObject = {
    ...browser,
    event_id: hex(random, 32),
    transaction: 'Prefetches',
    transaction_info: { source: 'custom' },
    start_timestamp: end,
    measurements: {},
    contexts: {
      trace: { ...trace, op: 'navigation.prefetches', status: 'ok', data: traceOf(browser)['data']! },
    },
    spans: wasted.map((one) => ({
      span_id: hex(random, 16),
      parent_span_id: trace.span_id,
      trace_id: trace.trace_id,
      op: 'navigation.prefetch',
      description: one.to,
      start_timestamp: end,
      timestamp: end,
      data: named('prefetch', one),
    })),
  }
  return withData(
    report,
    named('prefetch', {
      started: wasted.length + used,
      used,
      unused: count('unused'),
      failed: count('failed'),
      unused_bytes: wasted.reduce((sum, { bytes }) => sum + bytes, 0),
    }),
  )
}

function traceOf(transaction: JsonObject): JsonObject {
  return (transaction['contexts'] as { readonly trace: JsonObject }).trace
}

function withData(transaction: JsonObject, further: JsonObject): JsonObject {
  const trace = traceOf(transaction)
  const data = { ...(trace['data'] as JsonObject), ...further }
  return { ...transaction, contexts: { trace: { ...trace, data } } }
}

const pathFor = ({ path }: Page, { locale }: Visitor): string => path.replace('[locale]', locale)

const named = (noun: string, values: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`hindcast.${noun}.${name}`, value]))
