import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openApp, type App } from './harness/app.ts'
import { expectAccessibleAtBothWidths } from './harness/axe.ts'
import { eventually } from './harness/eventually.ts'
import type { Installation } from './harness/installation.ts'
import { send } from './harness/send.ts'
import { onStage } from './harness/stage.ts'

const VISITS = 500
const SPANS_PER_VISIT = 5
const FAILED = 10
const BUDGET = 1000

let installation: Installation
let app: App

onStage(async ({ hindcast: started, browser }) => {
  installation = started
  app = await openApp(browser, started.origin)
  return app
})

const traceIds = Array.from({ length: VISITS }, () => randomBytes(16).toString('hex'))

/** A page load as SDK 10 sends it: a transaction in an envelope of its own. */
function pageLoad(n: number): Buffer {
  const end = Date.now() / 1000
  const trace_id = traceIds[n]!
  const children = Array.from({ length: SPANS_PER_VISIT - 1 }, (_, index) => ({
    trace_id,
    span_id: `${index + 1}`.repeat(16),
    parent_span_id: 'a'.repeat(16),
    op: 'http.client',
    description: 'GET /api/cart',
    start_timestamp: end - 0.2,
    timestamp: end - 0.1,
  }))
  const transaction = {
    type: 'transaction',
    event_id: randomBytes(16).toString('hex'),
    transaction: '/cart',
    transaction_info: { source: 'route' },
    start_timestamp: end - 0.3,
    timestamp: end,
    contexts: {
      trace: {
        trace_id,
        span_id: 'a'.repeat(16),
        op: 'pageload',
        status: n >= VISITS - FAILED ? 'internal_error' : 'ok',
      },
    },
    measurements: { lcp: { value: 1200, unit: 'millisecond' } },
    spans: children,
  }
  return Buffer.from(
    [{}, { type: 'transaction' }, transaction].map((line) => JSON.stringify(line)).join('\n'),
  )
}

async function visit(n: number): Promise<number> {
  const { origin, username, pathname } = new URL(installation.dsn)
  const answer = await send(origin, {
    method: 'POST',
    path: `/api${pathname}/envelope/`,
    query: `?sentry_key=${username}`,
    body: pageLoad(n),
  })
  return answer.status
}

async function transactions(): Promise<Record<string, number>> {
  const { totals } = await installation.api.intake()
  return Object.fromEntries(
    totals
      .filter(({ category }) => category === 'transaction')
      .map(({ outcome, reason, quantity }) => [`${outcome} ${reason}`.trim(), quantity]),
  )
}

interface Routes {
  readonly routes: ReadonlyArray<{
    readonly key: string
    readonly pageloads: { readonly sampled: number; readonly total: number; readonly margin: number }
    readonly failed: { readonly total: number }
  }>
}

describe('a project that keeps a thousand spans per hour', () => {
  const project = () => installation.init.project

  it('[UI261] is set up on the settings screen, which refuses what is no such number', async () => {
    const { page } = app
    await app.open(`/projects/${project()}/settings#spans`)
    const section = page.locator('#spans')
    const field = section.getByLabel('Spans per hour')
    await field.fill('12')
    await section.getByText('Enter a whole number from 1,000 to 1,000,000,000, or leave it empty.').waitFor()
    await field.fill(String(BUDGET))
    await expectAccessibleAtBothWidths(page, 'the spans to keep')
    await section.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Spans to keep saved.').waitFor()
    await app.open(`/projects/${project()}/settings#spans`)
    expect(await field.inputValue()).toBe(String(BUDGET))
  })

  it('[PL144] keeps traces with an error, counts the others, and says how many there were', async () => {
    const statuses = new Set<number>()
    for (let n = 0; n < VISITS; n++) statuses.add(await visit(n))
    expect([...statuses]).toEqual([200])
    const counted = await eventually('every transaction in the counts', async () => {
      const found = await transactions()
      const { accepted = 0, 'dropped thinned_out': out = 0 } = found
      return accepted + out === VISITS ? { accepted, out } : undefined
    })
    expect(counted.out).toBeGreaterThan(0)
    expect(counted.accepted * SPANS_PER_VISIT).toBeLessThanOrEqual(BUDGET * 1.1)
    const stored = await Promise.all(
      traceIds.map(async (id) => (await installation.api.get(`/api/v1/traces/${id}`)).status === 200),
    )
    expect(stored.filter(Boolean)).toHaveLength(counted.accepted)
    expect(stored.slice(-FAILED)).toEqual(Array(FAILED).fill(true))
    const answer = await installation.api.get(`/api/v1/projects/${project()}/route-stats`)
    const { routes } = (await answer.json()) as Routes
    const [cart] = routes
    expect(cart!.pageloads.sampled).toBe(counted.accepted)
    expect(cart!.pageloads.margin).toBeGreaterThan(0)
    // Four standard deviations: a test must not fail once in twenty runs.
    expect(Math.abs(cart!.pageloads.total - VISITS)).toBeLessThan(2.05 * cart!.pageloads.margin)
    expect(cart!.failed.total).toBeCloseTo(FAILED)
  })

  it('[UI262] names them on the intake page, and the routes say that they are extrapolated', async () => {
    const { page } = app
    await app.open(`/projects/${project()}/intake?last=24h`)
    await page.getByText('The project sends more spans than it keeps').first().waitFor()
    await page.getByText('Raise the spans to keep per hour').first().waitFor()
    await app.open(`/de/projects/${project()}/intake?last=24h`)
    await page.getByText('Das Projekt sendet mehr Spans, als es behält').first().waitFor()
    await app.open(`/projects/${project()}/routes?last=24h`)
    await page
      .getByText(/Extrapolated from [\d,]+ sampled/)
      .first()
      .waitFor({ state: 'attached' })
  })
})
