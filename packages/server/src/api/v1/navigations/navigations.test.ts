import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as wire from '@hindcast/contract/navigations/navigations.ts'
import type { ObservedNavigation } from '#domain/traces/navigation.ts'
import type { SpanRow } from '#stores/telemetry/spans.ts'
import { aVisit } from '#stores/telemetry/telemetry.builders.ts'
import { aMessagePayload, eventId } from '#api/testing/payloads.ts'
import { bearer } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

const HOUR = 3_600_000
const DEPLOYED = NOW - 10 * HOUR

let world: World
let ann: Tenant
let last = 0

function visit(over: Partial<SpanRow>, told?: Partial<ObservedNavigation>): SpanRow {
  return aVisit(++last, {
    op: 'navigation',
    route: '/items/[id]',
    path: '/items/1',
    receivedAt: DEPLOYED - HOUR,
    release: 'shop@1.0',
    navigation: told && { ...NAVIGATION, ...told },
    ...over,
  })
}
const NAVIGATION: ObservedNavigation = {
  kind: 'navigation',
  from: { route: '/', path: '/' },
  to: { route: '/items/[id]', path: '/items/1' },
  served: 'network',
  waitMs: 400,
  prefetch: 'none',
  cacheState: undefined,
  failure: undefined,
  isFollowUp: false,
  releaseBefore: undefined,
}
const FAILED = { served: undefined, waitMs: undefined, failure: 'code_failed' } as const

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  // Releases are known by their events; which of two is the later one goes by their order.
  for (const [index, release] of ['shop@1.0', 'shop@1.1'].entries())
    await world.store(
      ann.project,
      [aMessagePayload(eventId(index + 1), release, { release })],
      NOW - 2 * HOUR,
    )
  await world.storeSpans(ann.project, [
    visit({ user: 'ann' }, { served: 'cache', waitMs: 10, prefetch: 'used' }),
    visit({ user: 'bob' }, FAILED),
    visit({ user: 'new', release: 'shop@1.1', receivedAt: DEPLOYED }, {}),
    visit({ user: 'bob', receivedAt: DEPLOYED + 5 * HOUR }, FAILED),
    visit({ user: 'bob', receivedAt: DEPLOYED + 6 * HOUR, op: 'pageload' }),
    visit({ user: 'test', receivedAt: DEPLOYED + 6 * HOUR, environment: 'staging' }),
    visit({ receivedAt: NOW - 8 * 24 * HOUR }, {}),
  ])
})
afterAll(() => world.close())

async function ask<T>(path: string): Promise<T> {
  const response = await world.app.request(`${ORIGIN}/api/v1/projects/main-shop/navigations${path}`, {
    headers: bearer(ann.token),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

describe('the navigations of a project', () => {
  interface Overview {
    readonly totals: wire.NavigationTotals
    readonly series: wire.NavigationSeries
    readonly pairs: readonly wire.RoutePair[]
  }

  it('[NV36] are listed by pair of routes, with failures since a newer release came', async () => {
    const { pairs, totals } = await ask<Overview>('')
    expect(pairs).toMatchObject([
      {
        from: { key: '/', isPattern: true },
        to: { key: '/items/[id]', isPattern: true },
        navigations: { sampled: 4, total: 4, margin: 0 },
        served: { cache: 1, network: 1 },
        waitedSeconds: 0.41,
        prefetchUsed: 1,
        failed: 2,
        failedAfterDeploy: 1,
      },
    ])
    expect(totals).toMatchObject({ navigations: { sampled: 4 }, failedAfterDeploy: 1 })
  })

  it('[NV41] are counted over the period in steps, with failures and waiting times', async () => {
    const { series } = await ask<Overview>('')
    const { from, bucketSeconds, buckets } = series
    const at = (moment: number) => buckets[Math.floor((moment - Date.parse(from)) / 1000 / bucketSeconds)]
    expect(Date.parse(from) % (bucketSeconds * 1000)).toBe(0)
    expect(at(DEPLOYED + 5 * HOUR)).toEqual({
      navigations: 1,
      waitP75: null,
      failed: 1,
      failedAfterDeploy: 1,
    })
    const sum = (name: 'navigations' | 'failed') => buckets.reduce((total, one) => total + one[name], 0)
    expect([sum('navigations'), sum('failed')]).toEqual([4, 2])
  })

  it('[NV36] are those of the range and environment that were asked for', async () => {
    const { pairs } = await ask<Overview>(`?from=${new Date(NOW - 30 * 24 * HOUR).toISOString()}`)
    expect(pairs[0]!.navigations.sampled).toBe(5)
    expect((await ask<Overview>('?environment=staging')).pairs).toEqual([])
  })
})

describe('users on an old release', () => {
  interface OldReleases {
    readonly current: string | null
    readonly visits: wire.OldRelease['visits']
    readonly releases: readonly wire.OldRelease[]
  }

  it('[NV37] are listed by release, with their visits and failures since a newer one came', async () => {
    const { current, visits, releases } = await ask<OldReleases>('/old-releases')
    expect(current).toBe('shop@1.1')
    expect(visits.sampled).toBe(6)
    expect(releases).toEqual([
      {
        release: 'shop@1.0',
        supersededAt: new Date(DEPLOYED).toISOString(),
        users: 1,
        visits: { sampled: 2, total: 2, margin: 0 },
        failed: 1,
        behindP75Seconds: expect.any(Number),
        behindMostSeconds: 6 * 3600,
        lastVisit: new Date(DEPLOYED + 6 * HOUR).toISOString(),
      },
    ])
  })

  it('[NV37] are none where the old release is the only one', async () => {
    const { current, releases } = await ask<OldReleases>('/old-releases?environment=staging')
    expect([current, releases]).toEqual(['shop@1.0', []])
  })
})
