import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { LIMITS } from '#domain/limits.ts'
import type { NavigationFacts, ObservedNavigation } from '#domain/traces/navigation.ts'

import type { NavigationScope } from './navigations.ts'
import type { SpanRow } from './spans.ts'
import { T0, aVisit, spanIdOf, traceIdOf } from './telemetry.builders.ts'
import type { OpenedTelemetryStore } from './telemetry.contract.ts'
import type { TelemetryStore } from './telemetry.ts'

const HOUR = 3_600_000
const SCOPE: NavigationScope = { projectId: '1', range: { from: T0, to: T0 + 4 * HOUR } }
const OLD = [{ release: 'shop@1', environment: 'production', at: T0 + HOUR }]

let last = 0
const visit = (over: Partial<SpanRow> = {}): SpanRow => {
  const seq = ++last
  return aVisit(seq, {
    op: 'navigation',
    route: '/items/[id]',
    path: '/items/1',
    release: 'shop@1',
    environment: 'production',
    receivedAt: T0 + 1000,
    user: `user ${seq}`,
    ...over,
  })
}

const facts = (over: Partial<ObservedNavigation> = {}): ObservedNavigation => ({
  kind: 'navigation',
  from: { route: '/', path: '/' },
  to: { route: '/items/[id]', path: '/items/1' },
  served: 'network',
  waitMs: 200,
  prefetch: 'none',
  cacheState: undefined,
  failure: undefined,
  isFollowUp: false,
  releaseBefore: undefined,
  ...over,
})
const navigated = (told: Partial<ObservedNavigation> = {}, over: Partial<SpanRow> = {}): SpanRow =>
  visit({ navigation: facts(told), ...over })
const prefetched = (outcome: 'unused' | 'failed'): SpanRow =>
  visit({
    op: 'navigation.prefetch',
    isSegment: false,
    navigation: { kind: 'prefetch', from: facts().from, to: facts().to, outcome },
  })

export function describeNavigationTelemetry(name: string, open: () => Promise<OpenedTelemetryStore>): void {
  describe(`navigations in ${name}`, () => {
    let store: TelemetryStore
    let opened: OpenedTelemetryStore
    beforeEach(async () => {
      last = 0
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.cleanup())

    const write = (spans: readonly SpanRow[]) =>
      store.append({ spoolId: 'spool-n', from: 0, to: 1_000_000, events: [], raw: [], spans })
    const pairs = (scope: NavigationScope = SCOPE) => store.routePairs(scope, { superseded: OLD, limit: 10 })

    it('[TS140] counts navigations of each pair of routes by how they were served, within one project and range', async () => {
      await write([
        navigated({ served: 'cache', waitMs: 10, prefetch: 'used', cacheState: 'fresh' }),
        navigated({ served: 'partial', waitMs: 100, prefetch: 'used' }),
        navigated({ served: 'network', waitMs: 900, prefetch: 'insufficient', cacheState: 'expired' }),
        navigated({ served: 'unknown', waitMs: undefined }),
        navigated({ from: undefined }),
        navigated({}, { projectId: '2' }),
        navigated({}, { receivedAt: T0 - 1 }),
        navigated({}, { environment: 'staging' }),
      ])
      const [first, second, ...others] = await pairs({ ...SCOPE, environment: 'production' })
      expect(others).toEqual([])
      expect(first).toMatchObject({
        from: { key: '/', isPattern: true },
        to: { key: '/items/[id]', isPattern: true },
        navigations: { sampled: 4, total: 4, margin: 0 },
        served: { cache: 1, partial: 1, network: 1, full_load: 0, unknown: 1 },
        waitedMs: 1010,
        prefetchUsed: 2,
        prefetchLate: 1,
        cacheStates: { fresh: 1, reusable: 0, stale: 0, expired: 1 },
        failed: 0,
        slowest: { traceId: traceIdOf(3), spanId: spanIdOf(3) },
      })
      expect(second).toMatchObject({ from: undefined, navigations: { sampled: 1 }, waitedMs: 200 })
      expect(await pairs({ ...SCOPE, projectId: "1' or true" })).toEqual([])
    })

    it('[TS140] puts first what kept users waiting longest, extrapolated by the sample rate', async () => {
      const about = { route: '/about', path: '/about' }
      await write([
        navigated({ waitMs: 500 }),
        ...Array.from({ length: 10 }, () => navigated({ to: about, waitMs: 100 }, { sampleRate: 0.1 })),
      ])
      const [first, second] = await pairs()
      expect([first!.to.key, second!.to.key]).toEqual(['/about', '/items/[id]'])
      expect(first!.navigations.sampled).toBe(10)
      expect(first!.navigations.total).toBeCloseTo(100)
      expect(first!.navigations.margin).toBeCloseTo(1.96 * Math.sqrt(900), 3)
      expect(first!.waitedMs).toBeCloseTo(10_000)
      expect(first!.waitP75).toBeCloseTo(100)
    })

    it('[TS235] names the pairs that kept users waiting longest, however many there are, with all that is known of them', async () => {
      const many = LIMITS.questions.percentiles + 100
      const page = (path: string) => ({ route: undefined, path })
      const to = page('/')
      await write([
        ...Array.from({ length: many }, (_, at) => navigated({ from: page(`/${at}`), to, waitMs: at })),
        ...[1, 2, 3].map(() => navigated({ from: undefined, to, waitMs: many, served: 'cache' })),
      ])
      const found = await store.routePairs(SCOPE, { superseded: OLD, limit: 3 })
      const figures = found.map(({ from, navigations, waitP75, served }) => [
        from?.key,
        navigations.total,
        waitP75,
        served.cache,
      ])
      const last = many - 1
      expect(figures).toEqual([
        [undefined, 3, many, 3],
        [`/${last}`, 1, last, 0],
        [`/${last - 1}`, 1, last - 1, 0],
      ])
    })

    it('[TS141] names pages by visits of the same path where only their path was sent', async () => {
      const page = (path: string) => ({ route: undefined, path })
      await write([
        visit({ op: 'pageload', route: '/items/[id]', path: '/items/7' }),
        navigated({ from: page('/items/7'), to: page('/items/1') }),
        navigated({ from: page('/items/7'), to: page('/nowhere') }),
      ])
      const found = await pairs()
      expect(found.map(({ from, to }) => [from, to])).toEqual([
        [
          { key: '/items/[id]', isPattern: true },
          { key: '/items/[id]', isPattern: true },
        ],
        [
          { key: '/items/[id]', isPattern: true },
          { key: '/nowhere', isPattern: false },
        ],
      ])
    })

    it('[TS142] counts failures by reason and those after a newer release, each navigation once', async () => {
      const failed = { served: undefined, waitMs: undefined, failure: 'code_failed' } as const
      const late = { receivedAt: T0 + 2 * HOUR }
      await write([
        navigated(failed),
        navigated(failed, late),
        navigated(failed, { ...late, environment: 'staging' }),
        // The page load behind it is of the new release, and says which one the user was on.
        navigated(
          {
            served: 'full_load',
            failure: 'code_failed',
            isFollowUp: true,
            waitMs: 300,
            releaseBefore: 'shop@1',
          },
          { ...late, op: 'pageload', release: 'shop@2' },
        ),
        navigated(
          { served: 'full_load', failure: 'version_skew', waitMs: 100, releaseBefore: 'shop@1' },
          { ...late, op: 'pageload', release: 'shop@2' },
        ),
      ])
      const [pair] = await pairs()
      expect(pair).toMatchObject({
        navigations: { sampled: 4 },
        served: { full_load: 2 },
        waitedMs: 400,
        failed: 4,
        failedAfterDeploy: 2,
        failures: { code_failed: 3, version_skew: 1, data_failed: 0, timeout: 0, unknown: 0 },
      })
      expect(await store.navigationTotals(SCOPE, { superseded: OLD })).toMatchObject({
        navigations: { sampled: 4 },
        failed: 4,
        failedAfterDeploy: 2,
      })
    })

    it('[TS146] counts navigations and failures in steps of time, with the waiting time of each', async () => {
      const failed = { served: undefined, waitMs: undefined, failure: 'code_failed' } as const
      const half = (told: Partial<ObservedNavigation>, over: Partial<SpanRow> = {}) =>
        navigated(told, { sampleRate: 0.5, ...over })
      await write([
        half({ waitMs: 100 }),
        half(failed, { receivedAt: T0 + 2 * HOUR }),
        half(failed, { receivedAt: T0 + 2 * HOUR + 1, release: 'shop@2' }),
        half({ waitMs: 900 }, { receivedAt: T0 + 2 * HOUR + 2 }),
        prefetched('unused'),
      ])
      const scope = { ...SCOPE, range: { from: T0, to: T0 + 3 * HOUR } }
      expect(await store.navigationSeries(scope, { superseded: OLD, bucketMs: HOUR })).toEqual([
        { navigations: 2, waitP75: 100, failed: 0, failedAfterDeploy: 0 },
        { navigations: 0, waitP75: undefined, failed: 0, failedAfterDeploy: 0 },
        { navigations: 6, waitP75: 900, failed: 4, failedAfterDeploy: 2 },
      ])
    })

    it('[TS143] counts unused prefetches by pair, and all of them from the reports of page views', async () => {
      const report: NavigationFacts = {
        kind: 'report',
        started: 30,
        used: 5,
        unused: 23,
        failed: 2,
        unusedBytes: 4096,
      }
      await write([
        prefetched('unused'),
        prefetched('unused'),
        prefetched('failed'),
        visit({ op: 'navigation.prefetches', navigation: report, sampleRate: 0.5 }),
      ])
      expect(await pairs()).toMatchObject([
        { navigations: { sampled: 0 }, prefetchUnused: 2, prefetchFailed: 1, slowest: undefined },
      ])
      const totals = await store.navigationTotals(SCOPE, { superseded: [] })
      expect(totals.prefetches).toEqual({ started: 60, used: 10, unused: 46, failed: 4, unusedBytes: 8192 })
      expect(totals.waitP75).toBeUndefined()
    })

    it('[TS144] stores navigations once over replays with any borders, and expires them with their spans', async () => {
      const spans = [
        navigated({ waitMs: 1 }),
        navigated({ waitMs: 2 }),
        navigated({ waitMs: 4 }, { receivedAt: T0 + HOUR }),
      ]
      const append = (from: number, to: number) =>
        store.append({
          spoolId: 'spool-n',
          from,
          to,
          events: [],
          raw: [],
          spans: spans.filter(({ seq }) => seq >= from && seq < to),
        })
      await append(0, 3)
      await append(0, 3)
      await append(0, 4)
      const waited = async () => (await pairs()).map(({ waitedMs }) => waitedMs)
      expect(await waited()).toEqual([7])
      store = await opened.reopen()
      expect(await waited()).toEqual([7])
      expect((await store.expire('1', T0 + HOUR, ['spans'])).spans).toBe(2)
      expect(await waited()).toEqual([4])
      await append(0, 4)
      expect(await waited()).toEqual([4])
    })

    it('[TS145] finds visits of an old release after a newer one came, with users and failures', async () => {
      const late = { receivedAt: T0 + 2 * HOUR }
      await write([
        visit({ user: 'early' }),
        visit({ ...late, op: 'pageload', user: 'ann' }),
        visit({ ...late, user: 'ann', receivedAt: T0 + 3 * HOUR }),
        navigated({ failure: 'code_failed', served: undefined }, { ...late, user: 'bob' }),
        visit({ ...late, op: 'http.server', user: 'server' }),
        visit({ ...late, user: 'tester', environment: 'staging' }),
        visit({ ...late, user: 'current', release: 'shop@2' }),
        visit({ ...late, projectId: '2' }),
      ])
      const options = { superseded: OLD, limit: 10 }
      expect(await store.oldReleaseVisits(SCOPE, options)).toEqual([
        {
          release: 'shop@1',
          users: 2,
          visits: { sampled: 3, total: 3, margin: 0 },
          failed: 1,
          behindP75: expect.any(Number),
          behindMost: 2 * HOUR,
          lastVisit: T0 + 3 * HOUR,
        },
      ])
      expect(await store.oldReleaseVisits(SCOPE, { superseded: [], limit: 10 })).toEqual([])
      expect((await store.visitCount(SCOPE)).sampled).toBe(6)
    })

    it('[TS145] tells when each release was first visited in each environment', async () => {
      await write([
        visit({ receivedAt: T0 + 5 }),
        visit({ receivedAt: T0 + 3 }),
        visit({ receivedAt: T0 + 9, environment: undefined }),
        visit({ receivedAt: T0 + 7, release: 'shop@2' }),
        visit({ receivedAt: T0, release: 'shop@2', op: 'http.server' }),
        visit({ receivedAt: T0 + HOUR, release: 'shop@3' }),
        visit({ projectId: '2' }),
      ])
      expect(await store.releaseArrivals('1', { before: T0 + HOUR, limit: 10 })).toEqual([
        { release: 'shop@1', environment: undefined, at: T0 + 9 },
        { release: 'shop@2', environment: 'production', at: T0 + 7 },
        { release: 'shop@1', environment: 'production', at: T0 + 3 },
      ])
    })
  })
}
