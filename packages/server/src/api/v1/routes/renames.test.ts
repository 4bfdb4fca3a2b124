import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteRule } from '@hindcast/contract/routes/registry.ts'
import { LIMITS } from '#domain/limits.ts'
import { silentLog } from '#domain/testing.ts'
import type { TimeRange } from '#domain/time-range.ts'
import { learnRoutesJob } from '#product/routes/jobs/learn-routes.ts'
import { createNavigationQueries } from '#product/navigations/query/navigations.ts'
import { renamedTelemetry } from '#product/routes/query/renamed-telemetry.ts'
import { createRouteStatsQueries } from '#product/routes/query/route-stats.ts'
import { asking } from '#domain/question.ts'
import { createRouteRenames } from '#product/routes/query/route-renames.ts'
import type { SpanRow } from '#stores/telemetry/spans.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { aVisit } from '#stores/telemetry/telemetry.builders.ts'
import { anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { bearer } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

const DAY = 86_400_000

let world: World
let ann: Tenant
let bob: Tenant
let last = 0

/** As an SDK sends it that knows no route. */
const visit = (path: string, over: Partial<SpanRow> = {}): SpanRow => {
  return aVisit(++last, {
    route: undefined,
    sentByServer: false,
    path,
    receivedAt: NOW - DAY,
    vitals: { lcp: 3000 },
    release: 'shop@1.0',
    navigation: {
      kind: 'navigation',
      from: { route: undefined, path: '/' },
      to: { route: undefined, path },
      served: 'network',
      waitMs: 100,
      prefetch: undefined,
      cacheState: undefined,
      failure: undefined,
      isFollowUp: false,
      releaseBefore: undefined,
    },
    ...over,
  })
}
const crash = (path: string) =>
  anErrorPayload(eventId(++last), { request: { url: `https://shop.example${path}` }, transaction: path })

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  for (const { project } of [ann, bob]) {
    await world.storeSpans(project, [visit('/users/7'), visit('/users/8'), visit('/about')])
    await world.storeSpans(project, [visit('/users/9', { receivedAt: NOW - 8 * DAY })])
    await world.store(project, ['/users/7', '/users/8', '/about'].map(crash), NOW - DAY)
  }
})
afterAll(() => world.close())

async function call<T>(tenant: Tenant, method: string, path: string, body?: object): Promise<T> {
  const response = await world.app.request(`${ORIGIN}/api/v1/projects/${tenant.project.slug}${path}`, {
    method,
    headers: { ...bearer(tenant.token), 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect(response.status, await response.clone().text()).toBeLessThan(300)
  return (await response.json()) as T
}
const addRule = (pattern: string) => call<RouteRule>(ann, 'POST', '/routes/rules', { pattern })
const deleteRule = ({ id }: RouteRule) => call(ann, 'DELETE', `/routes/rules/${id}`)

interface Line {
  readonly key: string
  readonly isPattern: boolean
  readonly pageloads: { readonly total: number }
  readonly weekBefore: { readonly pageloads: { readonly total: number } } | null
  readonly errors: { readonly events: number }
}
/** Visits, those of the week before and errors of each route. */
async function table(tenant = ann) {
  const { routes } = await call<{ routes: readonly Line[] }>(tenant, 'GET', '/route-stats')
  return routes
    .map(({ key, pageloads, weekBefore, errors }) => ({
      key,
      visits: pageloads.total,
      before: weekBefore?.pageloads.total ?? 0,
      errors: errors.events,
    }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
}
const RAW = [
  { key: '/about', visits: 1, before: 0, errors: 1 },
  { key: '/users/7', visits: 1, before: 0, errors: 1 },
  { key: '/users/8', visits: 1, before: 0, errors: 1 },
]
const one = (route: string) =>
  call<{
    stats: Line | null
    renamedTo: string[]
    latest: unknown[]
    errors: { events: number; issues: unknown[] }
  }>(ann, 'GET', `/route-stats/one?route=${encodeURIComponent(route)}`)
const issueEvents = async (query: string) =>
  (
    await call<{ events: Array<{ route: string | null }> }>(
      ann,
      'GET',
      `/events?query=${encodeURIComponent(query)}`,
    )
  ).events

describe('stored visits and errors', () => {
  it('[RT43] have the name of a new rule in the list of routes, and their old one again without it', async () => {
    expect(await table()).toEqual(RAW)
    const rule = await addRule('/users/:id')
    expect(await table()).toEqual([
      { key: '/about', visits: 1, before: 0, errors: 1 },
      { key: '/users/[id]', visits: 2, before: 1, errors: 2 },
    ])
    expect(await table(bob)).toEqual(RAW)
    await deleteRule(rule)
    expect(await table()).toEqual(RAW)
  })

  it('[RT43] that a wrong rule named when they came lose that name with it', async () => {
    const before = (await table()).map(({ key }) => key)
    const wrong = await addRule('/shop/*')
    await world.storeSpans(ann.project, [
      visit('/shop/a', { route: '/shop/[...]', receivedAt: NOW }),
      visit('/shop/b', {
        route: '/shop/[...]',
        sentRoute: '/shop/[item]',
        sentByServer: false,
        receivedAt: NOW,
      }),
    ])
    const recent = `/route-stats?to=${new Date(NOW + 1).toISOString()}`
    const keys = async () =>
      (await call<{ routes: Line[] }>(ann, 'GET', recent)).routes.map(({ key }) => key).toSorted()
    expect(await keys()).toEqual([...before, '/shop/[...]'].toSorted())
    await deleteRule(wrong)
    expect(await keys()).toEqual([...before, '/shop/[item]', '/shop/a'].toSorted())
  })

  it('[RT43] are named by a manifest that was uploaded after them, each by that of its release', async () => {
    const upload = (release: string, patterns: readonly string[]) =>
      call(ann, 'PUT', '/routes/manifest', {
        release,
        manifest: { style: 'next', basePath: '', locales: [], patterns },
      })
    await upload('shop@1.0', ['/users/[userId]', '/about'])
    await upload('shop@2.0', ['/users/[name]'])
    expect((await table()).map(({ key, visits }) => [key, visits])).toEqual([
      ['/about', 1],
      ['/users/[userId]', 2],
    ])
    await upload('shop@1.0', [])
    await upload('shop@2.0', [])
  })

  it('[RT44] are on the page of the new name, and that of the old one says where they went', async () => {
    const rule = await addRule('/users/:id')
    const page = await one('/users/[id]')
    expect(page).toMatchObject({
      stats: { key: '/users/[id]', isPattern: true, pageloads: { total: 2 } },
      renamedTo: [],
      errors: { events: 2 },
    })
    expect(page.latest).toHaveLength(2)
    expect(page.errors.issues).not.toEqual([])
    expect(await one('/users/7')).toMatchObject({
      stats: null,
      renamedTo: ['/users/[id]'],
      latest: [],
      errors: { events: 0 },
    })
    expect(await one('/about')).toMatchObject({ stats: { key: '/about' }, renamedTo: [] })
    await deleteRule(rule)
  })

  it('[RT45] are found by their new name in traces, navigations, events and issues', async () => {
    const rule = await addRule('/users/:id')
    const route = encodeURIComponent('/users/[id]')
    const { segments } = await call<{ segments: Array<{ route: string }> }>(
      ann,
      'GET',
      `/traces?period=7d&route=${route}`,
    )
    expect(segments.map((segment) => segment.route)).toEqual(['/users/[id]', '/users/[id]'])
    const { pairs } = await call<{ pairs: Array<{ to: { key: string } }> }>(ann, 'GET', '/navigations')
    expect(pairs.map(({ to }) => to.key).toSorted()).toEqual(['/about', '/users/[id]'])
    const events = await issueEvents('route:"/users/[id]"')
    expect(events).toHaveLength(2)
    await deleteRule(rule)
    expect(await issueEvents('route:"/users/[id]"')).toEqual([])
  })

  it('[RT43] are named by what was learned since', async () => {
    const path = (n: number) => `/items/${n}`
    await world.storeSpans(
      ann.project,
      [1, 2, 3].map((n) => visit(path(n))),
    )
    await world.store(
      ann.project,
      [1, 2, 3].map((n) => crash(path(n))),
      NOW - DAY,
    )
    const job = learnRoutesJob({
      records: world.records,
      telemetry: world.telemetry,
      changed: async () => {},
      now: () => NOW,
      log: silentLog,
    })
    await job.run(new AbortController().signal)
    expect(await table()).toContainEqual({ key: '/items/[id]', visits: 3, before: 0, errors: 3 })
  })

  it('[RT46] are looked at again once, where they came before the last change', async () => {
    const asked: TimeRange[] = []
    const telemetry: Pick<TelemetryStore, 'storedNames'> = {
      storedNames: (scope, options) => {
        asked.push(scope.range)
        return world.telemetry.storedNames(scope, options)
      },
    }
    const { records } = world
    const { id } = (await world.tenant('third')).project
    const changedAt = NOW - 10 * DAY
    const renames = createRouteRenames({ records, telemetry, now: () => NOW })
    expect(await renames.of(id, { from: 0, to: NOW })).toBeUndefined()
    await records.routes.setLearned(id, ['/about'], changedAt)
    expect(await renames.of(id, { from: changedAt + DAY, to: NOW })).toBeUndefined()
    expect(asked).toEqual([])
    const range = { from: changedAt - DAY, to: NOW }
    const found = await renames.of(id, range)
    expect(found).toEqual({ renames: { releases: [], list: [] }, isCut: false })
    expect(await renames.of(id, { ...range, from: range.from + 1 })).toBe(found)
    expect(asked).toHaveLength(1)
    expect(asked[0]!.to).toBe(changedAt + LIMITS.routes.changeSettlesMs)
    await records.routes.setLearned(id, ['/about', '/[id]'], changedAt + 1)
    await renames.of(id, range)
    expect(asked).toHaveLength(2)
  })

  it('[RT46] keep their name beyond the number that is looked at, and the list of routes says so', async () => {
    const { project } = await world.tenant('crowd')
    const { records } = world
    const range = { from: NOW - 7 * DAY, to: NOW }
    /** As screens read it while so many names are looked at. */
    const read = async (most: number) => {
      const renames = createRouteRenames({ records, telemetry: world.telemetry, now: () => NOW, most })
      const telemetry = renamedTelemetry(world.telemetry, renames)
      const routes = createRouteStatsQueries({ records, telemetry, renames })
      const navigations = createNavigationQueries({ records, telemetry, renames })
      const list = await routes.overview(project, { range })
      const says = [
        list.renamedInPart,
        (await routes.one(project, '/[kind]/[id]', { range })).renamedInPart,
        (await navigations.overview(project, { range })).renamedInPart,
      ]
      return { says, visits: list.routes.map(({ stats }) => [stats.key, stats.pageloads.total]) }
    }
    const rare = [1, 2, 3].map((n) => visit(`/rare/${n}`, { navigation: undefined }))
    const often = [1, 2].map(() => visit('/often/1', { navigation: undefined }))
    await world.storeSpans(project, [...rare, ...often])
    expect((await read(2)).says).toEqual([false, false, false])
    await records.routes.addRule(project.id, '/[kind]/[id]', NOW, 10)
    expect(await read(3)).toEqual({
      says: [true, true, true],
      visits: [
        ['/[kind]/[id]', 4],
        ['/rare/3', 1],
      ],
    })
    expect(await read(4)).toEqual({ says: [false, false, false], visits: [['/[kind]/[id]', 5]] })
  })

  it('[RT57] are no longer named once nobody waits for the answer', async () => {
    const stop = new AbortController()
    const stopped = new Error('nobody waits')
    const telemetry: Pick<TelemetryStore, 'storedNames'> = {
      async storedNames(scope, options) {
        const names = await world.telemetry.storedNames(scope, options)
        stop.abort(stopped)
        return names
      },
    }
    const renames = createRouteRenames({ records: world.records, telemetry, now: () => NOW })
    const { project } = await world.tenant('leaving')
    const { id } = project
    await world.storeSpans(project, [visit('/users/7')])
    await world.records.routes.setLearned(id, ['/users/[id]'], NOW)
    const asked = asking({ requester: 'ann', signal: stop.signal }, () =>
      renames.of(id, { from: 0, to: NOW }),
    )
    await expect(asked).rejects.toBe(stopped)
    expect((await renames.of(id, { from: 0, to: NOW }))?.renames.list).toHaveLength(1)
  })
})
