import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDuckDbTelemetry } from '../packages/server/src/stores/telemetry/duckdb/telemetry-store.ts'
import { launchBrowser } from './harness/browser.ts'
import { bundle } from './harness/bundle.ts'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import { openPageOrigin, type PageOrigin } from './harness/page-origin.ts'
import { CLIENTS } from './harness/paths.ts'
import { run } from './harness/run.ts'
import { visit } from './harness/visit.ts'

let hindcast: Installation
let browser: Browser
let site: PageOrigin
/** Traces of two spans that were sent so far, by how they were sent. */
const sent = new Map<string, string>()

beforeAll(async () => {
  ;[hindcast, browser, site] = await Promise.all([install(), launchBrowser(), openPageOrigin()])
  site.add('otlp', await bundle({ page: 'otlp' }))
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
  expect(await hindcast?.close()).toBe(0)
})

/** Runs the service as a process of its own, and answers what it said. */
async function serve(encoding: string, env: Record<string, string>, scenario = ''): Promise<string> {
  const script = join(CLIENTS, 'node', 'otlp.ts')
  const { code, stdout, stderr } = await run(process.execPath, [script, encoding, scenario], { env })
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}

async function spans(outcome: string, reason = ''): Promise<number> {
  const { totals } = await hindcast.api.intake()
  const found = totals.find(
    (each) => each.category === 'span' && each.outcome === outcome && each.reason === reason,
  )
  return found?.quantity ?? 0
}

/** Waits until so many more spans have this outcome than `before`. */
const awaitSpans = (count: number, before: number, outcome = 'accepted', reason = '') =>
  eventually(`${count} spans ${outcome}`, async () => {
    const now = await spans(outcome, reason)
    return now === before + count ? now : undefined
  })

describe.each(['json', 'protobuf'])('[IN76] the exporter of OpenTelemetry for %s', (encoding) => {
  const plain = () => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: hindcast.origin,
    OTEL_EXPORTER_OTLP_HEADERS: `x-sentry-auth=${hindcast.publicKey}`,
  })
  const documented = () => ({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${hindcast.origin}/api/${hindcast.projectId}/integration/otlp/v1/traces`,
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: `x-sentry-auth=sentry sentry_key=${hindcast.publicKey}`,
  })

  it.each([
    ['by two variables', plain],
    ['by the address and the header that Sentry documents', documented],
    ['compressed', () => ({ ...plain(), OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip' })],
  ])('sends its spans %s', async (way, env) => {
    const before = await spans('accepted')
    const said = await serve(encoding, env())
    expect(said).toMatch(/^trace [0-9a-f]{32}\n$/)
    await awaitSpans(2, before)
    sent.set(`${encoding} ${way}`, said.slice('trace '.length, -1))
  })

  it('is told of spans that were rejected, and the others are stored', async () => {
    const [accepted, refused] = [await spans('accepted'), await spans('refused', 'malformed')]
    const said = await serve(encoding, plain(), 'bad id')
    expect(said).toMatch(/warn Received Partial Success response: .*"rejectedSpans":"?1"?/)
    expect(said).toContain('1 without valid ids')
    await awaitSpans(1, accepted)
    await awaitSpans(1, refused, 'refused', 'malformed')
  })

  it('is told of a key that nobody has', async () => {
    const env = { ...plain(), OTEL_EXPORTER_OTLP_HEADERS: `x-sentry-auth=${'f'.repeat(32)}` }
    expect(await serve(encoding, env)).toMatch(/^refused 403 .*unknown_key: no project has this key/m)
  })
})

it('[IN76] a page sends its spans from another origin', async () => {
  const before = await spans('accepted')
  const { origin, dsn } = hindcast
  await visit(
    browser,
    { url: `${site.url}/otlp/`, server: origin, config: { dsn } },
    async ({ page, answers }) => {
      await page.evaluate(() => window.play('a span'))
      await eventually('an answer to the page', async () =>
        answers.find(({ path, status }) => path === '/v1/traces' && status === 200),
      )
    },
  )
  await awaitSpans(1, before)
})

it('[IN76] all of it is stored as it was sent, the same from either format', async () => {
  expect(sent.size).toBe(6)
  expect(await hindcast.server.stop()).toBe(0)
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const telemetry = await openDuckDbTelemetry({ dir: hindcast.dataDir, now: Date.now, log })
  try {
    for (const [way, traceId] of sent) {
      const { spans: found } = await telemetry.trace([hindcast.projectId], traceId, { limit: 10 })
      expect(found, way).toHaveLength(2)
      // Both may have begun in the same millisecond.
      const [request, query] = found.toSorted((a, b) => Number(b.isSegment) - Number(a.isSegment))
      expect(request).toMatchObject({
        op: 'http.server',
        name: 'GET /users/:id',
        isSegment: true,
        status: 'unset',
      })
      expect(query).toMatchObject({ op: 'db', name: 'SELECT users', status: 'error', isSegment: false })
      expect([query!.parentSpanId, query!.segmentId]).toEqual([request!.spanId, request!.spanId])
      const details = await telemetry.spanDetails(hindcast.projectId, traceId, query!.spanId)
      expect(details?.attributes).toMatchObject({
        rows: 3,
        cached: false,
        ratio: 0.5,
        tags: ['a', 'b'],
        'service.name': 'shop',
        'sentry.release': '1.4.2',
        'instrumentation.name': 'shop-http',
        'sentry.status.message': 'no such user',
        'otel.events': [{ name: 'exception', attributes: { 'exception.message': 'no such user' } }],
      })
      expect(details?.links).toEqual([{ traceId, spanId: request!.spanId, attributes: { reason: 'retry' } }])
    }
  } finally {
    await telemetry.close()
  }
})
