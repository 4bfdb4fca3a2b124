import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { RouteScope, RouteStats } from './routes.ts'
import type { SpanRow } from './spans.ts'
import { T0, aVisit } from './telemetry.builders.ts'
import type { OpenedTelemetryStore } from './telemetry.contract.ts'
import type { TelemetryStore } from './telemetry.ts'

const HOUR = 3_600_000
const SCOPE: RouteScope = { projectId: '1', range: { from: T0, to: T0 + 4 * HOUR } }
const CART = { ...SCOPE, route: '/cart' }
const EARLIER = { from: T0 - 4 * HOUR, to: T0 }

let last = 0
const segment = (over: Partial<SpanRow>): SpanRow => {
  const seq = ++last
  return aVisit(seq, {
    status: 'ok',
    receivedAt: T0 + 1000,
    user: `user ${seq}`,
    ...over,
  })
}
/** A vital that was sent after its page load. */
const lateVital = (load: SpanRow, over: Partial<SpanRow>): SpanRow =>
  segment({
    traceId: load.traceId,
    segmentId: load.spanId,
    parentSpanId: load.spanId,
    isSegment: false,
    op: 'ui.webvital.lcp',
    route: undefined,
    path: undefined,
    user: load.user,
    ...over,
  })

/** Percentiles within 8 per cent, sums but for rounding. */
function expectAlike(found: unknown, expected: unknown, name = ''): void {
  if (typeof expected === 'number') {
    const tolerance = /p75$|p95$/i.test(name) ? 0.08 : 1e-9
    expect(Math.abs(Number(found) - expected), name).toBeLessThanOrEqual(tolerance * expected)
  } else if (typeof expected === 'object' && expected !== null) {
    expect(Object.keys(found as object).toSorted()).toEqual(Object.keys(expected).toSorted())
    for (const [key, value] of Object.entries(expected))
      expectAlike((found as Readonly<Record<string, unknown>>)[key], value, key)
  } else expect(found, name).toBe(expected)
}

export function describeRouteTelemetry(name: string, open: () => Promise<OpenedTelemetryStore>): void {
  describe(`routes in ${name}`, () => {
    let store: TelemetryStore
    let opened: OpenedTelemetryStore
    beforeEach(async () => {
      last = 0
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.cleanup())

    const write = (spans: readonly SpanRow[]) =>
      store.append({ spoolId: 'spool-r', from: 0, to: 1_000_000, events: [], raw: [], spans })
    /** One after the other, as they come; the numbers of their spans grow by a hundred from batch to batch. */
    const writeBatches = async (batches: ReadonlyArray<readonly SpanRow[]>) => {
      for (const [at, spans] of batches.entries())
        await store.append({
          spoolId: 'spool-r',
          from: 100 * at,
          to: 100 * (at + 1),
          events: [],
          raw: [],
          spans,
        })
    }
    const details = (over: Partial<Parameters<TelemetryStore['routeDetails']>[1]>, scope = CART) =>
      store.routeDetails(scope, { by: [], limit: 10, before: EARLIER, bucketMs: HOUR, ...over })
    const byRoute = (scope: RouteScope = SCOPE) => store.routeStats(scope, { by: 'route', limit: 10 })

    it('[TS130] counts visits, requests, failures and users by route', async () => {
      await write([
        segment({ user: 'ann' }),
        segment({ op: 'navigation', duration: 300, user: 'ann' }),
        segment({ op: 'http.server', duration: 80, status: 'error', user: 'bob' }),
        segment({ route: '/about', path: '/about' }),
        segment({ op: 'http.client', route: undefined }),
        segment({ projectId: '2' }),
        segment({ receivedAt: T0 - 1 }),
      ])
      const [first, second, ...others] = await byRoute()
      expect(others).toEqual([])
      expect(first).toMatchObject({
        key: '/cart',
        isPattern: true,
        pageloads: { sampled: 1, total: 1, margin: 0 },
        navigations: { sampled: 1, total: 1, margin: 0 },
        requests: { sampled: 1, total: 1, margin: 0 },
        failed: { sampled: 1, total: 1, margin: 0 },
        users: 2,
        navigationP75: 300,
        serverP95: 80,
        lostMs: 0,
      })
      expect(second).toMatchObject({ key: '/about', pageloads: { sampled: 1 }, serverP95: undefined })
    })

    it('[TS130] counts each user once, and all of them', async () => {
      const visits = Array.from({ length: 300 }, (_, at) => segment({ user: `user ${at % 150}` }))
      await write([...visits, segment({ user: undefined })])
      const listed = await store.comparedRoutes(SCOPE, { before: EARLIER, releases: [], limit: 10 })
      expect(listed.map(({ stats }) => stats.users)).toEqual([150])
      expect((await byRoute()).map(({ users }) => users)).toEqual([150])
      const { breakdowns } = await details({ by: ['os'] })
      expect(breakdowns[0]!.map(({ users }) => users)).toEqual([150])
    })

    it('[TS235] names the costliest first, however many there are, with all that is known of them', async () => {
      const lcpOf = (at: number) => 3000 + ((at * 7) % 600)
      const names = Array.from({ length: 600 }, (_, at) => ({ path: `/p/${at}`, release: `r${at}` }))
      await write([
        ...names.map(({ path, release }, at) =>
          segment({ route: undefined, path, release, device: undefined, vitals: { lcp: lcpOf(at) } }),
        ),
        ...names.map(({ release }, at) =>
          segment({ release, device: undefined, vitals: { lcp: lcpOf(at) } }),
        ),
      ])
      const costliest = names
        .toSorted((a, b) => lcpOf(names.indexOf(b)) - lcpOf(names.indexOf(a)))
        .slice(0, 3)
      const figures = ({ key, pageloads, vitals }: RouteStats) => [key, pageloads.total, vitals.lcp?.p75]
      const paths = costliest.map(({ path }, at) => [path, 1, 3599 - at])
      const releases = costliest.map(({ release }, at) => [release, 1, 3599 - at])
      const cart = { key: '/cart', pageloads: { total: 600 } }

      const options = { before: EARLIER, releases: [], limit: 4 }
      const [first, ...listed] = (await store.comparedRoutes(SCOPE, options)).map(({ stats }) => stats)
      expect(first).toMatchObject(cart)
      expect(listed.map(figures)).toEqual(paths)
      const [most, ...others] = await store.routeStats(SCOPE, { by: 'route', limit: 4 })
      expect(most).toMatchObject(cart)
      expect(others.map(figures)).toEqual(paths)
      const byRelease = await store.routeStats(SCOPE, { by: 'release', limit: 3 })
      expect(byRelease.map(figures)).toEqual(releases.map(([key, , p75]) => [key, 2, p75]))
      // Nobody says a device.
      const { breakdowns, series } = await details({ by: ['route', 'release', 'device'], limit: 3 })
      expect(breakdowns[0]).toMatchObject([cart])
      expect(breakdowns[1]!.map(figures)).toEqual(releases)
      expect(breakdowns[2]).toEqual([])
      expect(series.map(({ visits }) => visits)).toEqual([600, 0, 0, 0])
    })

    it('[TS131] sums up web vitals by rating, those that came late with their page load', async () => {
      const loads = [1000, 3000, 5000].map((lcp) => segment({ vitals: { lcp } }))
      const late = segment({})
      await write([...loads, late, lateVital(late, { vitals: { lcp: 2000, inp: 600 } })])
      const [stats] = await byRoute()
      expect(stats!.vitals.lcp).toMatchObject({ samples: 4, good: 2, poor: 1 })
      expect(stats!.vitals.lcp!.p75).toBeGreaterThanOrEqual(3000)
      expect(stats!.vitals.inp).toEqual({ samples: 1, p75: 600, good: 0, poor: 1 })
      expect(stats!.vitals.cls).toBeUndefined()
      expect(stats!.pageloads.sampled).toBe(4)
    })

    it.each([
      ['with it', (load: SpanRow, late: SpanRow) => [[load, late]]],
      ['after it', (load: SpanRow, late: SpanRow) => [[load], [late]]],
      ['before it', (load: SpanRow, late: SpanRow) => [[late], [load]]],
    ])(
      '[TS212] counts a late vital for its page load alone, also where one route is asked for: stored %s',
      async (_, batches) => {
        const load = segment({ vitals: { lcp: 1000, ttfb: 50 } })
        const late = lateVital(load, { route: '/other', path: '/other', vitals: { inp: 600 } })
        const other = segment({ route: '/other' })
        for (const [at, spans] of [...batches(load, late), [other]].entries())
          for (const span of spans) Object.assign(span, { seq: 100 * at + span.seq })
        await writeBatches([...batches(load, late), [other]])
        const expected = { lcp: { samples: 1 }, inp: { samples: 1, p75: 600, poor: 1 } }
        const vitalsOf = async (route: string) => (await byRoute({ ...SCOPE, route }))[0]?.vitals
        expect(await vitalsOf('/cart')).toMatchObject(expected)
        expect(await vitalsOf('/other')).toEqual({})
        const listed = await store.comparedRoutes(SCOPE, { before: EARLIER, releases: [], limit: 10 })
        expect(listed.map(({ stats: { key, vitals } }) => [key, vitals.inp?.samples])).toEqual([
          ['/cart', 1],
          ['/other', undefined],
        ])
        expect((await details({ by: ['route'] })).breakdowns[0]).toMatchObject([{ vitals: expected }])
        expect(await store.vitalSamples(CART, { vital: 'inp', limit: 5 })).toMatchObject([
          { spanId: late.spanId, value: 600, pageStartedAt: load.startedAt, ttfb: 50 },
        ])
      },
    )

    it('[TS133] tells visits apart by several dimensions at once, each as it does alone', async () => {
      const browsers = ['Chrome 156', 'Safari 19', undefined]
      await write(
        Array.from({ length: 12 }, (_, n) =>
          segment({ browser: browsers[n % 3], release: `shop@${n % 4}`, vitals: { lcp: 1000 * n } }),
        ),
      )
      const by = ['browser', 'route', 'release', 'device'] as const
      for (const limit of [10, 2]) {
        const alone = await Promise.all(by.map((one) => store.routeStats(CART, { by: one, limit })))
        expect((await details({ by, limit })).breakdowns).toEqual(alone)
        expect(alone.map((stats) => stats.length)).toEqual([2, 1, Math.min(4, limit), alone[3]!.length])
      }
    })

    it('[TS133] names the releases and environments that visits came from', async () => {
      await write([
        segment({ release: 'shop@1', environment: 'production' }),
        segment({ release: 'shop@2', environment: 'production' }),
        segment({ release: 'shop@2', environment: 'staging' }),
        segment({ release: undefined, environment: undefined }),
        segment({ release: 'shop@0', receivedAt: T0 - 1 }),
        segment({ release: 'shop@3', projectId: '2' }),
      ])
      const { releases, environments } = await store.visitedFrom(SCOPE)
      expect([releases.toSorted(), environments.toSorted()]).toEqual([
        ['shop@1', 'shop@2'],
        ['production', 'staging'],
      ])
    })

    it('[TS131] puts first what keeps users waiting longest, and says how long', async () => {
      await write([
        segment({ route: '/slow', vitals: { lcp: 4500, inp: 300 } }),
        segment({ route: '/slow', op: 'navigation', duration: 1500 }),
        ...Array.from({ length: 5 }, () => segment({ route: '/quick', vitals: { lcp: 500 } })),
      ])
      const routes = await byRoute()
      expect(routes.map(({ key, lostMs }) => [key, Math.round(lostMs)])).toEqual([
        ['/slow', 2600],
        ['/quick', 0],
      ])
    })

    it('[TS132] extrapolates by the sample rate, with a margin', async () => {
      await write(Array.from({ length: 100 }, () => segment({ sampleRate: 0.1, vitals: { lcp: 3500 } })))
      const [stats] = await byRoute()
      expect(stats!.pageloads.sampled).toBe(100)
      expect(stats!.pageloads.total).toBeCloseTo(1000)
      // The deviation of a sample of a tenth: the root of 100 · 10 · 9.
      expect(stats!.pageloads.margin).toBeCloseTo(1.96 * Math.sqrt(9000), 3)
      expect(stats!.lostMs).toBeCloseTo(1_000_000)
    })

    it('[TS130] takes the path for the route where nobody knows the pattern', async () => {
      await write([segment({ route: undefined, path: '/users/7' })])
      expect(await byRoute()).toMatchObject([{ key: '/users/7', isPattern: false }])
      expect(await byRoute({ ...SCOPE, route: '/users/7' })).toHaveLength(1)
      const found = await store.segments({ ...SCOPE, route: '/users/7' }, { order: 'latest', limit: 5 })
      expect(found).toHaveLength(1)
    })

    it('[TS133] tells releases, browsers and devices of one route apart', async () => {
      await write([
        segment({ release: 'shop@1', browser: 'Chrome 156' }),
        segment({ release: 'shop@2', browser: 'Chrome 156' }),
        segment({ release: 'shop@2', route: '/about', browser: 'Safari 18' }),
      ])
      const keys = async (by: 'release' | 'browser') =>
        (await store.routeStats({ ...SCOPE, route: '/cart' }, { by, limit: 5 }))
          .map(({ key }) => key)
          .toSorted()
      expect(await keys('release')).toEqual(['shop@1', 'shop@2'])
      expect(await keys('browser')).toEqual(['Chrome 156'])
      expect(await byRoute({ ...SCOPE, release: 'shop@1' })).toMatchObject([{ pageloads: { sampled: 1 } }])
      expect(await byRoute({ ...SCOPE, environment: 'nowhere' })).toEqual([])
    })

    describe('beside what they are compared with', () => {
      const HALVES = { ...SCOPE, range: { from: T0 + 2 * HOUR, to: T0 + 4 * HOUR } }
      const releases = ['shop@1', 'shop@2']
      const compared = (before = { from: T0, to: T0 + 2 * HOUR }, scope: RouteScope = HALVES) =>
        store.comparedRoutes(scope, { before, releases, limit: 10 })
      const visited = (hour: number, over: Partial<SpanRow>) =>
        segment({ receivedAt: T0 + hour * HOUR + 1, ...over })
      /** Two routes over four hours, with late vitals, releases and rates that differ where asked for. */
      const someVisits = (rate: (n: number) => number | undefined, length = 48) =>
        Array.from({ length }, (_, n) => {
          const load = visited(n % 4, {
            op: ['pageload', 'navigation', 'http.server'][n % 3]!,
            route: n % 5 === 0 ? '/about' : '/cart',
            release: `shop@${n % 2 === 0 ? 1 : 2}`,
            vitals: n % 3 === 0 ? { lcp: 400 + ((n * 613) % 4000), ttfb: (n * 7) % 2000 } : {},
            duration: (n * 211) % 2100,
            status: n % 6 === 0 ? 'error' : 'ok',
            sampleRate: rate(n),
          })
          const { receivedAt, release, sampleRate } = load
          const late = lateVital(load, { receivedAt, release, sampleRate, vitals: { inp: (n * 37) % 600 } })
          return n % 3 === 1 ? [load, late] : [load]
        }).flat()

      it.each([
        ['halves', { from: T0, to: T0 + 2 * HOUR }],
        ['overlapping ranges', { from: T0 + HOUR, to: T0 + 3 * HOUR }],
        ['ranges with hours between', { from: T0, to: T0 + HOUR }],
      ])('[TS138] routes have the figures that each question has alone: %s', async (_, before) => {
        await write(someVisits(() => 0.5, 960))
        const found = await compared(before)
        const alone = await byRoute(HALVES)
        expectAlike(
          found.map(({ stats }) => stats),
          alone,
        )
        expect(alone).toHaveLength(2)
        const earlier = await byRoute({ ...SCOPE, range: before })
        for (const { stats, before: was, releases: vitals } of found) {
          const {
            pageloads,
            navigations,
            requests,
            lostMs,
            vitals: all,
          } = earlier.find(({ key }) => key === stats.key)!
          const measured = Object.entries(all).map(([name, { samples, p75 }]) => [name, { samples, p75 }])
          expectAlike(was, {
            pageloads,
            navigations,
            requests,
            vitals: Object.fromEntries(measured),
            lostMs,
          })
          const each = await Promise.all(releases.map((release) => byRoute({ ...HALVES, release })))
          expectAlike(
            vitals,
            each.map((list) => list.find(({ key }) => key === stats.key)!.vitals),
          )
        }
      })

      it('[TS138] routes without releases to compare have the percentiles that the question has alone', async () => {
        await write(someVisits(() => 0.5, 960))
        const before = { from: T0, to: T0 + 2 * HOUR }
        const found = await store.comparedRoutes(HALVES, { before, releases: [], limit: 10 })
        const percentiles = ({ key, vitals, navigationP75, serverP95 }: RouteStats) => [
          key,
          vitals,
          navigationP75,
          serverP95,
        ]
        expect(found.map(({ stats }) => percentiles(stats))).toEqual((await byRoute(HALVES)).map(percentiles))
      })

      it('[TS138] the costliest routes are the same however many are asked for', async () => {
        await write([
          visited(0, { route: '/gone' }),
          ...Array.from({ length: 12 }, (_, n) =>
            visited(2 + (n % 2), {
              route: `/${n % 6}`,
              release: 'shop@1',
              vitals: { lcp: 2000 + ((n * 733) % 3000) },
            }),
          ),
          visited(3, { route: '/quiet' }),
          visited(3, { route: '/quieter' }),
          visited(3, { route: '/quiet' }),
        ])
        const keysOf = async (limit: number) =>
          (await store.comparedRoutes(HALVES, { before: { from: T0, to: T0 + HOUR }, releases, limit })).map(
            ({ stats }) => stats.key,
          )
        const all = await keysOf(100)
        expect(all).toHaveLength(8)
        expect(all.slice(-2)).toEqual(['/quiet', '/quieter'])
        for (const limit of [1, 4, 7]) expect(await keysOf(limit)).toEqual(all.slice(0, limit))
      })

      it.each([
        ['halves', { from: T0, to: T0 + 2 * HOUR }],
        ['overlapping ranges', { from: T0 + HOUR, to: T0 + 3 * HOUR }],
        ['ranges with hours between', { from: T0, to: T0 + HOUR }],
      ])('[TS209] one route has all of its figures from one question: %s', async (_, before) => {
        await write(someVisits(() => 0.5))
        const by = ['route', 'release', 'browser'] as const
        const scope = { ...HALVES, route: '/cart' }
        const found = await details({ by, before }, scope)
        const alone = await Promise.all(by.map((one) => store.routeStats(scope, { by: one, limit: 10 })))
        expect(found.breakdowns).toEqual(alone)
        expect(alone[1]).toHaveLength(2)
        expect([found.before]).toEqual(await byRoute({ ...scope, range: before }))
        const hours = [2, 3].map((hour) => ({ from: T0 + hour * HOUR, to: T0 + (hour + 1) * HOUR }))
        const each = await Promise.all(hours.map((range) => byRoute({ ...scope, range })))
        expect(
          found.series.map(({ visits, requests, failed, serverP95 }) => [
            visits,
            requests,
            failed,
            serverP95,
          ]),
        ).toEqual(
          each.map(([one]) => [
            one!.pageloads.total + one!.navigations.total,
            one!.requests.total,
            one!.failed.total,
            one!.serverP95,
          ]),
        )
      })

      it('[TS209] a route that nobody visited before has no figures of that time', async () => {
        await write([visited(3, { vitals: { lcp: 900 } }), visited(0, { route: '/about' })])
        const found = await details(
          { by: ['route'], before: { from: T0, to: T0 + HOUR } },
          { ...HALVES, route: '/cart' },
        )
        expect(found.before).toBeUndefined()
        expect(found.breakdowns).toMatchObject([[{ key: '/cart', pageloads: { sampled: 1 } }]])
        const none = await details({ by: ['route', 'os'] }, { ...HALVES, route: '/nowhere' })
        expect(none).toMatchObject({ breakdowns: [[], []], before: undefined })
        expect(none.series.map(({ visits }) => visits)).toEqual([0, 0])
      })

      it('[TS138] routes are counted by their weights where these differ', async () => {
        await write(someVisits((n) => (n % 3 === 0 ? 0.1 : 1)))
        const [found] = await compared()
        const [alone] = await byRoute(HALVES)
        expect(found!.stats).toMatchObject({
          key: alone!.key,
          pageloads: alone!.pageloads,
          failed: alone!.failed,
          lostMs: alone!.lostMs,
        })
        expect(found!.before!.pageloads.total).toBeGreaterThan(found!.before!.pageloads.sampled)
      })

      it('[TS138] a route that only had visits before is left out, and a new one has none before', async () => {
        await write([visited(0, { route: '/gone' }), visited(3, { route: '/new', vitals: { lcp: 900 } })])
        const [only, ...others] = await compared()
        expect(others).toEqual([])
        expect(only).toMatchObject({ stats: { key: '/new' }, before: undefined, releases: [{}, {}] })
        expect(await compared(undefined, { ...HALVES, projectId: "1' or true" })).toEqual([])
        expect(await compared(undefined, { ...HALVES, environment: 'nowhere' })).toEqual([])
      })
    })

    it('[TS134] draws a route over time, empty hours included', async () => {
      await write([
        segment({ vitals: { lcp: 1000, cls: 0.2 } }),
        segment({ receivedAt: T0 + 2 * HOUR, op: 'http.server', duration: 40, status: 'error' }),
        segment({ receivedAt: T0 + 2 * HOUR, route: '/about' }),
      ])
      const { series: buckets } = await details({})
      expect(buckets.map(({ visits, requests, failed }) => [visits, requests, failed])).toEqual([
        [1, 0, 0],
        [0, 0, 0],
        [0, 1, 1],
        [0, 0, 0],
      ])
      expect(buckets[0]!.vitals).toEqual({ lcp: { samples: 1, p75: 1000 }, cls: { samples: 1, p75: 0.2 } })
      expect(buckets[2]!.serverP95).toBe(40)
    })

    it('[TS160] says for each step how many visits a vital was taken from, late ones included', async () => {
      const later = segment({ receivedAt: T0 + HOUR, sampleRate: 0.1 })
      await write([
        segment({ vitals: { lcp: 1000 }, sampleRate: 0.1 }),
        segment({ vitals: { lcp: 1000 }, sampleRate: 0.1 }),
        segment({ route: '/about', vitals: { lcp: 9000 } }),
        later,
        lateVital(later, { receivedAt: T0 + HOUR, vitals: { lcp: 3000, inp: 90 }, sampleRate: 0.1 }),
      ])
      const [first, second] = (await details({})).series
      expect(first!.visits).toBeCloseTo(20)
      expect(first!.vitals).toEqual({ lcp: { samples: 2, p75: 1000 } })
      expect(second!.visits).toBeCloseTo(10)
      expect(second!.vitals).toEqual({ lcp: { samples: 1, p75: 3000 }, inp: { samples: 1, p75: 90 } })
    })

    it('[TS160] refuses more steps than one answer may have', async () => {
      await expect(details({ bucketMs: 1 })).rejects.toMatchObject({ code: 'invalid_input' })
    })

    describe('why a vital is as it is', () => {
      const slowest = (vital: 'lcp' | 'inp' | 'cls', limit = 10, scope: RouteScope = SCOPE) =>
        store.vitalSamples({ ...scope, route: '/cart' }, { vital, limit })

      it('[TS135] answers the latest of the slowest quarter of the visits', async () => {
        const loads = [100, 200, 300, 400, 500, 600, 700, 800].map((lcp, index) =>
          segment({ vitals: { lcp, ttfb: 50 }, receivedAt: T0 + 1000 + index }),
        )
        const elsewhere = segment({ route: '/about', vitals: { lcp: 9000 } })
        await write([...loads, elsewhere, segment({})])
        const samples = await slowest('lcp')
        expect(samples.map(({ value }) => value)).toEqual([800, 700])
        const { traceId, spanId, startedAt } = loads[7]!
        expect(samples[0]).toMatchObject({ traceId, spanId, ttfb: 50, startedAt, pageStartedAt: startedAt })
        expect(await slowest('lcp', 1)).toHaveLength(1)
        expect(await slowest('inp')).toEqual([])
        expect(await slowest('lcp', 10, { ...SCOPE, projectId: "1' or true" })).toEqual([])
      })

      it('[TS135] answers visits that are all the same, each once', async () => {
        const visits = Array.from({ length: 7 }, () => segment({ vitals: { cls: 0.1 } }))
        await write([...visits, { ...visits[0]!, seq: 100 }])
        expect(await slowest('cls')).toHaveLength(7)
      })

      it('[TS135] says of a vital that came late when its page load began and how long the server took', async () => {
        const load = segment({ vitals: { ttfb: 120 }, startedAt: T0 + 10 })
        const late = lateVital(load, { vitals: { lcp: 2000 }, startedAt: T0 + 2010, duration: 0 })
        await write([load, late])
        expect(await slowest('lcp')).toMatchObject([
          { spanId: late.spanId, ttfb: 120, pageStartedAt: T0 + 10, startedAt: T0 + 2010 },
        ])
      })

      it('[TS136] answers spans of these traces by their op, the longest first', async () => {
        const load = segment({})
        const frame = (over: Partial<SpanRow>) => lateVital(load, { op: 'ui.long_animation_frame', ...over })
        const [short, long] = [frame({ duration: 60 }), frame({ duration: 90, name: 'blocked' })]
        const other = segment({ op: 'ui.long_animation_frame', duration: 500 })
        await write([load, short, long, other, frame({ projectId: '2' })])
        const spans = await store.spansOfTraces(SCOPE, {
          traceIds: [load.traceId, 'no trace'],
          op: 'ui.long_',
          limit: 5,
        })
        expect(spans).toEqual(
          [long, short].map(({ traceId, spanId, op, name, startedAt, duration }) => ({
            traceId,
            spanId,
            op,
            name,
            startedAt,
            duration,
          })),
        )
        const named = { traceIds: [load.traceId], op: 'ui.', names: ['blocked'], limit: 5 }
        expect(await store.spansOfTraces(SCOPE, named)).toMatchObject([{ spanId: long.spanId }])
        expect(await store.spansOfTraces(SCOPE, { traceIds: [], op: '', limit: 5 })).toEqual([])
      })

      it('[TS137] answers the named attributes of many spans, as each came last', async () => {
        const spans = Array.from({ length: 600 }, (_, n) =>
          segment({ details: { attributes: { n, other: 1 }, links: [], cuts: [], scrubbed: [] } }),
        )
        await write(spans)
        const again = {
          ...spans[3]!,
          seq: 2_000_000,
          details: { attributes: { n: 'again' }, links: [], cuts: [], scrubbed: [] },
        }
        await store.append({
          spoolId: 'spool-r',
          from: 1_000_000,
          to: 3_000_000,
          events: [],
          raw: [],
          spans: [again],
        })
        const wanted = [spans[599]!, spans[3]!, spans[0]!, segment({}), { traceId: 'x', spanId: 'y' }]
        const found = await store.spanAttributes('1', wanted, ['n', 'constructor'])
        expect(found).toEqual([{ n: 599 }, { n: 'again' }, { n: 0 }, undefined, undefined])
        expect(await store.spanAttributes('2', wanted.slice(0, 1), ['n'])).toEqual([undefined])
      })
    })

    it('[TS130] answers nothing for a project that is none', async () => {
      await write([segment({})])
      expect(await byRoute({ ...SCOPE, projectId: "1' or true" })).toEqual([])
    })
  })
}
