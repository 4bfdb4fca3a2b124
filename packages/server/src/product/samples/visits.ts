import type { JsonObject } from '#domain/json.ts'
import { ORIGIN } from './deployed-scripts.ts'
import { withNavigation } from './navigations.ts'
import { causesOf, PAGES, type Page } from './pages.ts'
import type { Release, Scenario } from './plans.ts'
import { hex, pick, type Random, seededRandom } from '#domain/seeded-random.ts'
import type { SampleEvent } from './sample-event.ts'
import { makeVisitors, type Visitor } from './visitors.ts'

export interface SampleVisit {
  readonly receivedAt: number
  readonly visitor: Visitor
  /** Transactions of the browser and of the server that answered it, which share a trace. */
  readonly transactions: readonly JsonObject[]
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const VISITS_BEFORE = 700
const VISITS_LATELY = 700
const LATELY_MS = 14 * HOUR_MS
/** Every so many errors there is the trace of the visit that it happened in. */
const TRACED_ERRORS = 4
const SAMPLE_RATE = 0.25
/** Visits of those who keep a tab open over a deploy. */
const STALE_SHARE = 0.16
const STALE_MS = 20 * HOUR_MS

/** Visits up to `now` with what the browser and the server measured, oldest first, and those of some of the errors. */
export function visitsOf(
  scenario: Scenario,
  events: readonly SampleEvent[],
  now: number,
  seed: number,
): readonly SampleVisit[] {
  const random = seededRandom(seed + 2)
  const navigations = seededRandom(seed + 3)
  const visitors = makeVisitors(random, 300)
  const within = (count: number, fromMs: number, toMs: number) =>
    Array.from({ length: count }, () => {
      const receivedAt = Math.floor(now - toMs - random() * (fromMs - toMs))
      const current = releaseAt(scenario, receivedAt, now)
      const stale =
        navigations() < STALE_SHARE ? releaseBefore(scenario, current, receivedAt, now) : undefined
      const release = stale ?? current
      const visitor = pick(random, visitors)
      const page = pickPage(random)
      return visit({ receivedAt, release, current, visitor, page, random, navigations })
    })
  const failed = events
    .filter((event, index) => index % TRACED_ERRORS === 0 && isOfPage(event))
    .map((event) => visitOfError(event, random, navigations, releaseAt(scenario, event.receivedAt, now)))
  return [
    ...within(VISITS_BEFORE, 14 * DAY_MS, LATELY_MS),
    ...within(VISITS_LATELY, LATELY_MS, 0),
    ...failed,
  ].toSorted((a, b) => a.receivedAt - b.receivedAt)
}

function releaseAt({ releases }: Scenario, at: number, now: number): Release {
  return releases.findLast(({ ageMs }) => now - ageMs <= at) ?? releases[0]!
}

/** The release that a tab still shows which was opened before the latest deploy. */
function releaseBefore(
  { releases }: Scenario,
  current: Release,
  at: number,
  now: number,
): Release | undefined {
  return at - (now - current.ageMs) > STALE_MS ? undefined : releases[releases.indexOf(current) - 1]
}

function pickPage(random: Random): Page {
  let left = random()
  return PAGES.find(({ share }) => (left -= share) < 0) ?? PAGES[0]!
}

interface Circumstances {
  readonly receivedAt: number
  readonly release: Release
  /** The one that was deployed. */
  readonly current: Release
  readonly visitor: Visitor
  readonly page: Page
  readonly random: Random
  readonly navigations: Random
  /** Of the error that happened in it. */
  readonly error?: { readonly traceId: string; readonly spanId: string }
}

/** What every sample error says about its visit. */
interface TracedPayload {
  readonly transaction: string
  readonly request: { readonly url: string }
  readonly contexts: { readonly trace: { readonly trace_id: string; readonly span_id: string } }
}

/** Nobody visits an API: it has no vitals. */
const isOfPage = ({ payload }: SampleEvent): boolean =>
  !(payload as unknown as TracedPayload).transaction.includes('/api/')

function visitOfError(
  event: SampleEvent,
  random: Random,
  navigations: Random,
  release: Release,
): SampleVisit {
  const { receivedAt, visitor, payload } = event
  const { transaction, request, contexts } = payload as unknown as TracedPayload
  const route = transaction.replace(/^\w+ /, '')
  const { trace } = contexts
  const page = PAGES.find((one) => one.route === route) ?? {
    ...PAGES[0]!,
    route,
    path: request.url.replace(ORIGIN, ''),
  }
  const error = { traceId: trace.trace_id, spanId: trace.span_id }
  return visit({ receivedAt, release, current: release, visitor, page, random, navigations, error })
}

/** Most are near the usual, a few take several times as long. */
const spread = (random: Random, usual: number): number =>
  Math.round(usual * (0.55 + 0.6 * random() + (random() < 0.08 ? 1 + 2 * random() : 0)) * 10) / 10

function visit(circumstances: Circumstances): SampleVisit {
  const { receivedAt, release, current, visitor, page, random, navigations, error } = circumstances
  const changed = page.since?.release === release.version || isAfter(release, page) ? page.since : undefined
  const server = spread(random, changed?.server ?? page.server)
  const lcp = spread(random, changed?.lcp ?? page.lcp) + server / 2
  const isLoad = random() < 0.6
  const seconds = receivedAt / 1000 - (lcp + 400) / 1000
  const ids = {
    traceId: error?.traceId ?? hex(random, 32),
    pageId: error?.spanId ?? hex(random, 16),
    requestId: hex(random, 16),
    serverId: hex(random, 16),
  }
  const path = page.path.replace('[locale]', visitor.locale)
  const common = {
    platform: 'javascript',
    environment: 'production',
    release: release.version,
    ...(visitor.tier !== 'guest' && { user: { id: visitor.id, email: visitor.email } }),
  }
  const browser: JsonObject = {
    ...common,
    type: 'transaction',
    event_id: hex(random, 32),
    transaction: page.route,
    transaction_info: { source: 'route' },
    start_timestamp: seconds,
    timestamp: seconds + (isLoad ? lcp + 300 : server + 180) / 1000,
    sdk: { name: 'sentry.javascript.nextjs', version: '10.78.0' },
    contexts: {
      trace: {
        trace_id: ids.traceId,
        span_id: ids.pageId,
        op: isLoad ? 'pageload' : 'navigation',
        status: error === undefined ? 'ok' : 'internal_error',
        data: { 'sentry.sample_rate': SAMPLE_RATE, ...causesOf(page, isLoad) },
      },
    },
    request: { url: `${ORIGIN}${path}`, headers: { 'User-Agent': visitor.userAgent } },
    measurements: {
      ...(isLoad && {
        lcp: { value: lcp, unit: 'millisecond' },
        fcp: { value: lcp * 0.6, unit: 'millisecond' },
        ttfb: { value: server + 40, unit: 'millisecond' },
        cls: { value: spread(random, page.cls * 1000) / 1000, unit: '' },
      }),
      inp: { value: spread(random, changed?.inp ?? page.inp), unit: 'millisecond' },
    },
    spans: browserSpans(ids, path, { seconds, server, lcp, isLoad, random }),
  }
  return {
    receivedAt,
    visitor,
    transactions: withNavigation(
      [browser, serverTransaction(common, ids, page, path, { seconds, server, random })],
      { page, visitor, isLoad, server, current, random: navigations },
    ),
  }
}

/** A change stays in the releases behind it. */
function isAfter({ version }: Release, { since }: Page): boolean {
  return since !== undefined && version.localeCompare(since.release, 'en', { numeric: true }) > 0
}

interface Ids {
  readonly traceId: string
  readonly pageId: string
  readonly requestId: string
  readonly serverId: string
}

interface Times {
  readonly seconds: number
  readonly server: number
  readonly lcp: number
  readonly isLoad: boolean
  readonly random: Random
}

function browserSpans(ids: Ids, path: string, { seconds, server, lcp, isLoad, random }: Times): JsonObject[] {
  const span = (
    op: string,
    description: string,
    from: number,
    to: number,
    data: JsonObject = {},
  ): JsonObject => ({
    span_id: hex(random, 16),
    parent_span_id: ids.pageId,
    trace_id: ids.traceId,
    op,
    description,
    start_timestamp: seconds + from / 1000,
    timestamp: seconds + to / 1000,
    status: 'ok',
    data,
  })
  const url = `${ORIGIN}${path}`
  const request = {
    ...span(isLoad ? 'browser.request' : 'http.client', isLoad ? url : `GET ${url}?_rsc=1`, 20, server + 40, {
      'http.request.method': 'GET',
      'url.full': isLoad ? url : `${url}?_rsc=1`,
    }),
    span_id: ids.requestId,
  }
  if (!isLoad) return [request, span('ui.react.render', '<Page>', server + 50, server + 160)]
  const asset = (kind: string, file: string, from: number, to: number) =>
    span(`resource.${kind}`, `${ORIGIN}/_next/static/${file}`, from, to, {
      'url.full': `${ORIGIN}/_next/static/${file}`,
    })
  return [
    request,
    asset('script', 'chunks/main.js', server + 60, server + 160),
    asset('link', 'css/app.css', server + 60, server + 120),
    asset('img', 'media/hero.avif', server + 140, Math.max(server + 200, lcp - 20)),
    span('ui.long-animation-frame', 'Main UI thread blocked', server + 180, server + 260),
    span('browser.paint', 'first-contentful-paint', lcp * 0.6, lcp * 0.6),
  ]
}

function serverTransaction(
  common: JsonObject,
  ids: Ids,
  page: Page,
  path: string,
  { seconds, server, random }: Pick<Times, 'seconds' | 'server' | 'random'>,
): JsonObject {
  const start = seconds + 0.03
  const handler = hex(random, 16)
  const child = (
    spanId: string,
    parent: string,
    op: string,
    description: string,
    from: number,
    to: number,
  ) => ({
    span_id: spanId,
    parent_span_id: parent,
    trace_id: ids.traceId,
    op,
    description,
    start_timestamp: start + (server * from) / 1000,
    timestamp: start + (server * to) / 1000,
    status: 'ok',
    data: op === 'db.query' ? { 'db.system': 'postgresql' } : {},
  })
  return {
    ...common,
    platform: 'node',
    type: 'transaction',
    event_id: hex(random, 32),
    transaction: `GET ${page.route}`,
    transaction_info: { source: 'route' },
    start_timestamp: start,
    timestamp: start + server / 1000,
    sdk: { name: 'sentry.javascript.nextjs', version: '10.78.0' },
    contexts: {
      trace: {
        trace_id: ids.traceId,
        span_id: ids.serverId,
        parent_span_id: ids.requestId,
        op: 'http.server',
        status: 'ok',
        data: { 'http.route': page.route, 'url.path': path, 'sentry.sample_rate': SAMPLE_RATE },
      },
    },
    spans: [
      child(handler, ids.serverId, 'function.nextjs', `render route (app) ${page.route}`, 0.05, 0.98),
      child(hex(random, 16), handler, 'db.query', 'select * from sessions where id = $1', 0.08, 0.16),
      child(hex(random, 16), handler, 'db.query', page.query, 0.2, 0.85),
    ],
  }
}
