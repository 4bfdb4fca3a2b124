import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Renames, StoredName } from '#domain/routes/renames.ts'

import type { RouteScope } from './routes.ts'
import type { SpanRow } from './spans.ts'
import { T0, aVisit, anEvent } from './telemetry.builders.ts'
import type { OpenedTelemetryStore } from './telemetry.contract.ts'
import type { EventRow, TelemetryStore } from './telemetry.ts'

const HOUR = 3_600_000
const SCOPE: RouteScope = { projectId: '1', range: { from: T0, to: T0 + 4 * HOUR } }
const NONE = { route: undefined, byServer: false }
const SENT = { route: '/users/[user]', byServer: false }

let last = 0
const visit = (over: Partial<SpanRow> = {}): SpanRow => {
  const seq = ++last
  return aVisit(seq, {
    route: undefined,
    sentRoute: undefined,
    sentByServer: false,
    path: '/users/7',
    release: 'shop@2',
    receivedAt: T0 + seq,
    ...over,
  })
}
const navigation = (from: string | undefined, to: string | undefined, sentRoute?: string) =>
  visit({
    op: 'ui.action',
    path: undefined,
    navigation: {
      kind: 'navigation',
      from: { route: from, path: '/users/7' },
      to: { route: to, path: '/users/8', sentRoute },
      served: 'network',
      waitMs: 100,
      prefetch: undefined,
      cacheState: undefined,
      failure: undefined,
      isFollowUp: false,
      releaseBefore: undefined,
    },
  })
const crash = (over: Partial<EventRow> = {}): EventRow =>
  anEvent({
    seq: ++last,
    route: undefined,
    transaction: undefined,
    sentByServer: false,
    url: 'https://shop.example/users/7',
    release: 'shop@2',
    ...over,
  })

interface NewName extends StoredName {
  readonly to: string | undefined
}
const nameOf = ({ address, route, release, sent }: StoredName): StoredName => ({
  address,
  route,
  release,
  sent,
})
const rename = (over: Partial<NewName> = {}): NewName => ({
  address: '/users/7',
  route: undefined,
  release: undefined,
  sent: NONE,
  to: '/users/[id]',
  ...over,
})

export function describeRenames(name: string, open: () => Promise<OpenedTelemetryStore>): void {
  describe(`names of routes in ${name}`, () => {
    let store: TelemetryStore
    let opened: OpenedTelemetryStore
    beforeEach(async () => {
      last = 0
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.cleanup())

    const write = (spans: readonly SpanRow[], events: readonly EventRow[] = []) =>
      store.append({ spoolId: 'spool-r', from: 0, to: 1_000_000, events, raw: [], spans })
    const counts = async (scope: RouteScope) =>
      (await store.routeStats(scope, { by: 'route', limit: 10 })).map(({ key, isPattern, pageloads }) => [
        key,
        isPattern,
        pageloads.sampled,
      ])
    const named = (limit = 10, releases: readonly string[] = [], called?: string) =>
      store.storedNames(SCOPE, { releases, limit, ...(called !== undefined && { called }) })
    const stored = async (...asked: Parameters<typeof named>): Promise<readonly StoredName[]> =>
      (await named(...asked)).map(nameOf)
    /** With the keys that the store has for them. */
    const renames = async (list: readonly NewName[], releases: readonly string[] = []): Promise<Renames> => {
      const found = await named(100, releases)
      const keys = (name: NewName) =>
        found.filter((one) => isDeepStrictEqual(nameOf(one), nameOf(name))).map(({ key }) => key)
      return { releases, list: list.map((one) => ({ to: one.to, keys: keys(one).join(',') })) }
    }

    it('[TS150] lists what visits, navigations and events were named by, the most frequent first', async () => {
      await write(
        [
          visit(),
          visit(),
          visit({ path: '/cart', route: '/cart', sentRoute: '/cart', sentByServer: true }),
          visit({ path: '/old', route: '/old', sentByServer: undefined }),
          visit({ op: 'http.client', path: '/elsewhere' }),
          visit({ path: undefined }),
          visit({ projectId: '2', path: '/secret' }),
          visit({ receivedAt: T0 - 1, path: '/earlier' }),
          navigation(undefined, '/users/[user]', '/users/[user]'),
        ],
        [crash(), crash({ projectId: '2', url: 'https://secret.example/' })],
      )
      const seven: StoredName = { address: '/users/7', route: undefined, release: undefined, sent: NONE }
      const names = await stored()
      expect(names[0]).toEqual(seven)
      expect(names.slice(1)).toHaveLength(4)
      expect(names.slice(1)).toEqual(
        expect.arrayContaining([
          { ...seven, address: '/cart', route: '/cart', sent: { route: '/cart', byServer: true } },
          { ...seven, address: '/old', route: '/old', sent: undefined },
          { ...seven, address: '/users/8', route: '/users/[user]', sent: SENT },
          { ...seven, address: 'https://shop.example/users/7' },
        ]),
      )
      expect(await stored(1)).toEqual([seven])
      expect(await stored(10, [], '/users/7')).toEqual([seven])
      expect((await stored(10, [], '/users/[user]')).map(({ address }) => address)).toEqual(['/users/8'])
    })

    it('[RT56] has a key for each that no other has', async () => {
      const texts = [undefined, '', '/a', '/b']
      const spans = texts.flatMap((route) =>
        texts.flatMap((sentRoute) =>
          [true, false, undefined].map((sentByServer) =>
            visit({ path: '/a', route, sentRoute, sentByServer }),
          ),
        ),
      )
      await write(spans)
      const keys = (await named(100)).map(({ key }) => key)
      expect(keys).toHaveLength(spans.length)
      expect(new Set(keys).size).toBe(spans.length)
    })

    it('[RT56] names a hundred thousand addresses at once', async () => {
      const paths = Array.from({ length: 100_000 }, (_, n) => `/users/${n}`)
      for (let at = 0; at < paths.length; at += 10_000) {
        const spans = paths.slice(at, at + 10_000).map((path) => visit({ path, receivedAt: T0 + 1 }))
        await store.append({ spoolId: 'spool-m', from: at, to: at + 10_000, events: [], raw: [], spans })
      }
      const found = await named(200_000)
      const keys = found.map(({ key }) => key).join(',')
      expect(
        await counts({ ...SCOPE, renames: { releases: [], list: [{ to: '/users/[id]', keys }] } }),
      ).toEqual([['/users/[id]', true, 100_000]])
    })

    it('[TS150] tells the releases apart that it is asked to', async () => {
      await write([visit(), visit({ release: 'shop@1' }), visit({ release: undefined }), visit()])
      const releases = async (apart: readonly string[]) =>
        (await stored(10, apart)).map(({ release }) => release)
      expect(await releases([])).toEqual([undefined])
      expect(await releases(['shop@1', 'shop@0'])).toEqual([undefined, 'shop@1'])
    })

    it('[TS151] names visits anew, also those that nobody knows a pattern of any more', async () => {
      await write([
        visit(),
        visit({ path: '/users/8' }),
        visit({ path: '/about', route: '/[...]' }),
        visit({ path: '/users/7', sentRoute: SENT.route }),
        visit({ op: 'http.client' }),
      ])
      const about = rename({ address: '/about', route: '/[...]', to: undefined })
      expect(await counts({ ...SCOPE, renames: await renames([rename(), about]) })).toEqual([
        ['/about', false, 1],
        ['/users/7', false, 1],
        ['/users/8', false, 1],
        ['/users/[id]', true, 1],
      ])
      expect(await counts({ ...SCOPE, renames: await renames([]) })).toEqual(await counts(SCOPE))
    })

    it('[TS151] names a visit by its release and by what was sent with it', async () => {
      const route = '/users/[user]'
      await write([
        visit({ route, release: 'shop@1' }),
        visit({ route, release: 'shop@2' }),
        visit({ route, release: 'shop@2', sentRoute: route }),
        visit({ route, release: 'shop@2', sentByServer: undefined }),
        visit({ route, release: undefined, sentRoute: route, sentByServer: true }),
      ])
      const list = [
        rename({ route, release: 'shop@1', to: '/one' }),
        rename({ route, to: '/two' }),
        rename({ route, sent: SENT, to: '/three' }),
        rename({ route, sent: undefined, to: '/four' }),
        rename({ route, sent: { ...SENT, byServer: true }, to: '/five' }),
      ]
      const found = await counts({ ...SCOPE, renames: await renames(list, ['shop@1']) })
      expect(found.map(([key]) => key)).toEqual(['/five', '/four', '/one', '/three', '/two'])
    })

    it('[TS152] finds a route by its new name alone: figures, series, late vitals and examples', async () => {
      const load = visit({ route: '/old', vitals: { lcp: 1000 } })
      const late = visit({
        traceId: load.traceId,
        segmentId: load.spanId,
        isSegment: false,
        op: 'ui.webvital.inp',
        path: undefined,
        vitals: { inp: 100 },
      })
      await write([load, late, visit({ path: '/other', route: '/old' })])
      const moved = await renames([rename({ route: '/old' })])
      const asked = (route: string) => ({ ...SCOPE, route, renames: moved })
      const [stats] = await store.routeStats(asked('/users/[id]'), { by: 'route', limit: 10 })
      expect(stats).toMatchObject({
        key: '/users/[id]',
        vitals: { lcp: { samples: 1 }, inp: { samples: 1 } },
      })
      const before = { from: T0 - HOUR, to: T0 }
      const options = { by: ['route'], limit: 10, before, bucketMs: 4 * HOUR } as const
      const { series, breakdowns } = await store.routeDetails(asked('/users/[id]'), options)
      expect(breakdowns).toEqual([[stats]])
      expect(series.reduce((sum, { visits }) => sum + visits, 0)).toBe(1)
      const [sample] = await store.vitalSamples(asked('/users/[id]'), { vital: 'inp', limit: 5 })
      expect(sample?.spanId).toBe(late.spanId)
      const latest = { order: 'latest', limit: 10 } as const
      expect(await store.segments(asked('/users/[id]'), latest)).toMatchObject([
        { spanId: load.spanId, route: '/users/[id]' },
      ])
      expect((await store.segments(asked('/old'), latest)).map(({ path }) => path)).toEqual(['/other'])
    })

    it('[TS153] names both ends of a navigation anew', async () => {
      await write([navigation('/users/[user]', '/users/[user]', SENT.route), visit({ path: '/users/7' })])
      const list = [
        rename({ route: '/users/[user]', to: undefined }),
        rename({ address: '/users/8', route: '/users/[user]', sent: SENT }),
        rename({ to: '/from/visits' }),
      ]
      const [pair, ...others] = await store.routePairs(
        { ...SCOPE, renames: await renames(list) },
        { superseded: [], limit: 10 },
      )
      expect(others).toEqual([])
      expect(pair).toMatchObject({
        from: { key: '/from/visits', isPattern: true },
        to: { key: '/users/[id]', isPattern: true },
      })
    })

    it('[TS154] names events anew in conditions, breakdowns, lists and searches', async () => {
      const moved = crash()
      const kept = crash({ url: 'https://shop.example/cart', transaction: '/cart', issueId: '8' })
      await write([], [moved, kept])
      const url = 'https://shop.example/users/7'
      const is = (value: string) => [{ dimension: 'route', op: 'is', values: [value] } as const]
      const scope = { ...SCOPE, renames: await renames([rename({ address: url })]) }
      const asked = { ...scope, where: is('/users/[id]') }
      const byRoute = { by: 'route', measure: 'events', limit: 10 } as const
      const keys = ({ values }: { readonly values: ReadonlyArray<{ readonly key: string }> }) =>
        values.map(({ key }) => key)
      expect(keys(await store.breakdown(scope, byRoute))).toEqual(['/cart', '/users/[id]'])
      expect(keys(await store.breakdown(SCOPE, byRoute))).toEqual(['/cart'])
      const [counted] = await store.breakdowns(scope, { ...byRoute, of: [{ by: 'route' }] })
      expect(keys(counted!)).toEqual(['/cart', '/users/[id]'])
      const page = await store.page(asked, { limit: 10 })
      expect(page.events.map(({ eventId, route }) => [eventId, route])).toEqual([
        [moved.eventId, '/users/[id]'],
      ])
      expect(await store.rank(asked, page.events[0]!)).toEqual({ older: 0, at: 1, newer: 0 })
      expect((await store.neighbours(asked, 'newest')).event).toBe(moved.eventId)
      const search = { limit: 10, budget: 1000 }
      expect((await store.searchEvents(asked, search)).events).toHaveLength(1)
      expect((await store.searchIssues(asked, search)).issueIds).toEqual([moved.issueId])
      const series = await store.timeSeries(asked, { measure: 'events', bucketMs: 4 * HOUR })
      expect(series.get('')!.reduce((sum, count) => sum + count, 0)).toBe(1)
    })
  })
}
