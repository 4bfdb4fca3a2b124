import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as wire from '@hindcast/contract/routes/route-stats.ts'
import type { SpanRow } from '#stores/telemetry/spans.ts'
import { aVisit } from '#stores/telemetry/telemetry.builders.ts'
import { aMessagePayload, anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { bearer } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

const DAY = 86_400_000

let world: World
let ann: Tenant
let last = 0

function visit(over: Partial<SpanRow>): SpanRow {
  return aVisit(++last, {
    receivedAt: NOW - DAY,
    ...over,
  })
}
const visits = (count: number, over: Partial<SpanRow>) => Array.from({ length: count }, () => visit(over))

const crash = (number: number, message: string, url: string, more: object = {}) =>
  anErrorPayload(eventId(number), {
    request: { url: `https://shop.example${url}` },
    transaction: url,
    fingerprint: [message],
    message,
    ...more,
  })
const CART_ERRORS = [
  ...[20, 21, 22].map((n) => crash(n, 'often', '/cart', { user: { id: 'ann' } })),
  ...[30, 31].map((n) => crash(n, 'by many', '/cart', { user: { id: `user ${n}` } })),
]
const OTHER_EVENTS = [
  crash(40, 'elsewhere', '/other'),
  crash(41, 'a warning', '/cart', { level: 'warning' }),
  crash(42, 'another environment', '/cart', { environment: 'staging', user: { id: 'ann' } }),
]

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  // Releases are known by their events; which of two is the later one goes by their order.
  for (const [index, release] of ['shop@1.0', 'shop@1.1'].entries())
    await world.store(ann.project, [aMessagePayload(eventId(index + 1), release, { release })], NOW - DAY)
  await world.store(ann.project, [...CART_ERRORS, ...OTHER_EVENTS], NOW - DAY)
  await world.storeSpans(ann.project, [
    ...visits(40, { release: 'shop@1.0', vitals: { lcp: 1500 } }),
    ...visits(40, { release: 'shop@1.1', vitals: { lcp: 4200 } }),
    ...visits(3, { receivedAt: NOW - 8 * DAY, release: 'shop@1.0', vitals: { lcp: 1000 } }),
    ...visits(2, { route: undefined, path: '/about', release: 'shop@1.1' }),
  ])
})
afterAll(() => world.close())

async function ask<T>(path: string): Promise<T> {
  const response = await world.app.request(`${ORIGIN}/api/v1/projects/main-shop/route-stats${path}`, {
    headers: bearer(ann.token),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

describe('the routes of a project', () => {
  interface Overview {
    readonly compared: { readonly release: string; readonly previous: string } | null
    readonly choices: { readonly releases: readonly string[]; readonly environments: readonly string[] }
    readonly routes: readonly wire.RouteLine[]
  }

  it('[RT32] are listed with the week before and with what the latest release changed', async () => {
    const { routes, compared } = await ask<Overview>('')
    expect(compared).toEqual({ release: 'shop@1.1', previous: 'shop@1.0' })
    expect(routes.map(({ key, isPattern }) => [key, isPattern])).toEqual([
      ['/cart', true],
      ['/about', false],
    ])
    expect(routes[0]).toMatchObject({
      pageloads: { sampled: 80 },
      weekBefore: { pageloads: { sampled: 3 }, vitals: { lcp: { p75: 1000 } } },
      changes: [{ vital: 'lcp', change: 'regressed', before: 1500, after: 4200 }],
    })
    expect(routes[1]).toMatchObject({ weekBefore: null, changes: [] })
  })

  it('[RT32] are those of one release or environment where one is asked for', async () => {
    const { routes, compared } = await ask<Overview>('?release=shop%401.0')
    expect(compared).toBeNull()
    expect(routes).toMatchObject([{ key: '/cart', pageloads: { sampled: 40 } }])
    expect((await ask<Overview>('?environment=nowhere')).routes).toEqual([])
  })

  it('[RT51] can be narrowed to what visits of the period came from, whatever they are narrowed to now', async () => {
    const { choices } = await ask<Overview>('')
    expect(choices).toEqual({ releases: ['shop@1.1', 'shop@1.0'], environments: ['production'] })
    expect((await ask<Overview>('?release=shop%401.0&environment=nowhere')).choices).toEqual(choices)
  })

  it('[RT32] are each shown over time, by release, and with visits to open', async () => {
    const page = await ask<{
      readonly stats: wire.RouteStats | null
      readonly series: wire.RouteSeries
      readonly releases: readonly wire.RouteStats[]
      readonly slowest: readonly wire.RouteExample[]
    }>('/one?route=%2Fcart')
    expect(page.stats).toMatchObject({ key: '/cart', vitals: { lcp: { samples: 80, good: 40, poor: 40 } } })
    expect(page.series.buckets.reduce((sum, bucket) => sum + bucket.visits, 0)).toBe(80)
    expect(page.series.buckets.reduce((sum, { vitals }) => sum + (vitals.lcp?.samples ?? 0), 0)).toBe(80)
    expect(page.releases.map(({ key }) => key)).toEqual(['shop@1.1', 'shop@1.0'])
    expect(page.slowest).toHaveLength(5)
  })

  it('[RT35] have the errors that were stored for them and the users who met them', async () => {
    const { routes } = await ask<Overview>('?environment=production')
    expect(routes.map(({ key, errors }) => [key, errors])).toEqual([
      ['/cart', { events: 5, users: 3 }],
      ['/about', { events: 0, users: 0 }],
    ])
    expect((await ask<Overview>('')).routes[0]!.errors.events).toBe(6)
  })

  it('[RT35] name the issues that most users met', async () => {
    const { errors } = await ask<{ errors: wire.RouteErrors }>('/one?route=%2Fcart&environment=production')
    expect(errors).toMatchObject({ events: 5, users: 3 })
    expect(errors.issues.map(({ shortId, events, users }) => [shortId.slice(0, 10), events, users])).toEqual([
      ['MAIN-SHOP-', 2, 2],
      ['MAIN-SHOP-', 3, 1],
    ])
    expect(await ask('/one?route=%2Fnever')).toMatchObject({ errors: { events: 0, users: 0, issues: [] } })
  })

  it('[RT32] say so where nobody visited them', async () => {
    expect(await ask('/one?route=%2Fnever')).toMatchObject({ stats: null, latest: [], slowest: [] })
  })
})

it('[RT51] the environments to choose from are at most 50, however many are sent', async () => {
  const names = Array.from({ length: 60 }, (_, at) => visit({ environment: `preview-${at}` }))
  await world.storeSpans(ann.project, names)
  const { choices } = await ask<{ choices: { environments: readonly string[] } }>('')
  expect(choices.environments).toHaveLength(50)
})
