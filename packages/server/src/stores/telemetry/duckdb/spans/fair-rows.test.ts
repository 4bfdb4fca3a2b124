import { rm } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'

import { silentLog } from '#domain/testing.ts'

import type { SpanRow } from '#stores/telemetry/spans.ts'
import { T0, aSpan, spanIdOf, traceIdOf } from '#stores/telemetry/telemetry.builders.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { openTestTelemetry } from '#stores/telemetry/testing/open-telemetry.ts'
import { temporaryFolder } from '#stores/telemetry/duckdb/testing.ts'

const HOUR_MS = 3_600_000
const SCOPE = { projectId: '1', range: { from: T0, to: T0 + HOUR_MS } }

let last = 0
function visits(count: number, over: Partial<SpanRow>): readonly SpanRow[] {
  return Array.from({ length: count }, () => {
    const seq = ++last
    const spanId = spanIdOf(seq)
    const ids = { seq, spanId, segmentId: spanId, parentSpanId: undefined, traceId: traceIdOf(seq) }
    return aSpan({ ...ids, isSegment: true, op: 'pageload', route: '/cart', receivedAt: T0 + 1, ...over })
  })
}

async function storeWith(spans: readonly SpanRow[]): Promise<TelemetryStore> {
  const dir = await temporaryFolder()
  const store = await openTestTelemetry({ dir, now: () => T0, log: silentLog })
  onTestFinished(async () => {
    await store.close()
    await rm(dir, { recursive: true, force: true })
  })
  await store.append({ spoolId: 'spool', from: 0, to: 1_000_000, events: [], raw: [], spans })
  return store
}

/** Of 9,000 fast and 1,000 slow visits a tenth of the fast ones, and all slow ones. */
const SLOW_FIRST = [
  ...visits(900, { sampleRate: 0.1, vitals: { lcp: 1000 }, duration: 100 }),
  ...visits(1000, { sampleRate: undefined, vitals: { lcp: 5000 }, duration: 5000 }),
]

it('[PL149] slow visits that were kept first do not raise the percentile of their route', async () => {
  const store = await storeWith(SLOW_FIRST)
  const [cart] = await store.routeStats(SCOPE, { by: 'route', limit: 1 })
  const lcp = cart!.vitals.lcp!
  expect(lcp.p75).toBeCloseTo(1000, -2)
  expect(lcp.poor / lcp.samples).toBeGreaterThan(0.05)
  expect(lcp.poor / lcp.samples).toBeLessThan(0.15)
  expect(lcp.samples).toBeGreaterThan(800)
  expect(cart!.pageloads.total).toBeCloseTo(10_000)
  const before = { from: T0 - HOUR_MS, to: T0 }
  const asked = { by: [], limit: 1, before, bucketMs: HOUR_MS }
  const [bucket] = (await store.routeDetails({ ...SCOPE, route: '/cart' }, asked)).series
  expect(bucket!.vitals.lcp!.p75).toBeCloseTo(1000, -2)
  const samples = await store.vitalSamples({ ...SCOPE, route: '/cart' }, { vital: 'lcp', limit: 2000 })
  expect(new Set(samples.map(({ value }) => value))).toEqual(new Set([1000, 5000]))
})

it('[PL149] a route whose visits were all kept for one reason is measured by all of them', async () => {
  const store = await storeWith([...SLOW_FIRST, ...visits(20, { route: '/about', vitals: { lcp: 3000 } })])
  const routes = await store.routeStats(SCOPE, { by: 'route', limit: 5 })
  expect(routes.find(({ key }) => key === '/about')!.vitals.lcp).toMatchObject({ samples: 20, p75: 3000 })
})

it('[PL149] the same holds for how long navigations took to wait for', async () => {
  const waited = (waitMs: number): Partial<SpanRow> => ({
    op: 'navigation',
    navigation: {
      kind: 'navigation',
      from: undefined,
      to: { route: '/cart', path: '/cart' },
      waitMs,
      served: 'network',
      prefetch: 'none',
      cacheState: undefined,
      failure: undefined,
      isFollowUp: false,
      releaseBefore: undefined,
    },
  })
  const store = await storeWith([
    ...visits(900, { sampleRate: 0.1, ...waited(100) }),
    ...visits(1000, { sampleRate: undefined, ...waited(5000) }),
  ])
  const [pair] = await store.routePairs(SCOPE, { superseded: [], limit: 1 })
  expect(pair!.waitP75).toBeCloseTo(100, -1)
  const totals = await store.navigationTotals(SCOPE, { superseded: [] })
  expect(totals.waitP75).toBeCloseTo(100, -1)
})
