import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OVERVIEW_PARTS, type Overview } from '@hindcast/contract/overview/overview.ts'
import type { JsonObject } from '#domain/json.ts'
import { aSpan } from '#stores/telemetry/telemetry.builders.ts'
import { anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { bearer } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

const HOUR = 3_600_000
const ADDRESS = `${ORIGIN}/api/v1/projects/main-shop/overview`

let world: World
let ann: Tenant
let bob: Tenant

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  await world.store(ann.project, [anErrorPayload(eventId(1)), anErrorPayload(eventId(2))], NOW - HOUR)
  const pageload = {
    isSegment: true,
    op: 'pageload',
    parentSpanId: undefined,
    receivedAt: NOW - HOUR,
    sampleRate: undefined,
    release: 'shop@1.4.2',
  }
  await world.storeSpans(ann.project, [
    aSpan({
      seq: 1,
      ...pageload,
      route: '/cart',
      path: '/cart',
      vitals: { lcp: 4_500, inp: 240, cls: 0.02 },
    }),
  ])
})
afterAll(() => world.close())

async function ask(query: string): Promise<Overview> {
  const response = await world.app.request(`${ADDRESS}${query}`, { headers: bearer(ann.token) })
  expect(response.status).toBe(200)
  return (await response.json()) as Overview
}

describe('the overview of a project', () => {
  it('[OV9] has all parts, and each of them alone where one is asked for', async () => {
    const whole = await ask('')
    expect(Object.keys(whole).sort()).toEqual([...OVERVIEW_PARTS].sort())
    for (const part of OVERVIEW_PARTS) expect(await ask(`?part=${part}`)).toEqual({ [part]: whole[part] })
  })

  it('[OV9] says null where there is nothing to compare with, and rates web vitals', async () => {
    const { totals, routes, releases, issues, setup } = await ask('')
    expect(totals?.errors).toEqual({ now: 2, yesterday: null, lastWeek: null })
    expect(totals?.users).toEqual({ now: 1, yesterday: null, lastWeek: null })
    expect(routes?.routes).toMatchObject([
      {
        route: '/cart',
        lostSecondsLastWeek: null,
        vitals: { lcp: { rating: 'poor' }, inp: { rating: 'needs-work' }, cls: { rating: 'good' } },
      },
    ])
    expect(releases).toMatchObject([{ version: 'shop@1.4.2', vitals: { lcp: { p75: 4_500 } } }])
    expect(issues?.appeared).toMatchObject({ total: 1, issues: [{ shortId: 'MAIN-SHOP-1' }] })
    expect(setup?.map(({ kind }) => kind)).toEqual(['no_maps', 'no_mail'])
  })

  it('[OV9] rejects a part that there is not', async () => {
    const response = await world.app.request(`${ADDRESS}?part=weather`, { headers: bearer(ann.token) })
    expect(response.status).toBe(400)
  })

  it('[OV9] is not found by people of another organization', async () => {
    const response = await world.app.request(ADDRESS, { headers: bearer(bob.token) })
    expect(response.status).toBe(404)
  })
})

describe('the set-up of an application of Next.js', () => {
  it('[AP125] says what its traffic lacks, the most urgent first, with the side that lacks it', async () => {
    const file = new URL(
      '../../../../../../fixtures/next/sides/0176-A-action-bare-client-event.json',
      import.meta.url,
    )
    const { items } = JSON.parse(readFileSync(file, 'utf8')) as {
      items: ReadonlyArray<{ payload: JsonObject }>
    }
    const shop = await world.tenant('next')
    const seenBy = (visitor: number) => ({ ...items[0]!.payload, event_id: eventId(visitor) })
    await world.store(shop.project, [seenBy(11), seenBy(12), seenBy(13)], NOW - HOUR)
    const response = await world.app.request(`${ORIGIN}/api/v1/projects/next-shop/overview?part=setup`, {
      headers: bearer(shop.token),
    })
    expect(response.status).toBe(200)
    const { setup } = (await response.json()) as Overview
    expect(setup?.slice(0, 3)).toEqual([
      { kind: 'no_server_errors' },
      { kind: 'no_digests', side: 'browser', events: 3, without: 3 },
      { kind: 'no_traces' },
    ])
  })
})

describe('a part of the overview that takes too long', () => {
  let slow: World
  let tenant: Tenant
  beforeAll(async () => {
    slow = await openWorld({ deadlineMs: 0 }, undefined, { readerThreads: true })
    tenant = await slow.tenant('main')
    await slow.store(tenant.project, [anErrorPayload(eventId(1))], NOW - HOUR)
  })
  afterAll(() => slow.close())

  it.each(OVERVIEW_PARTS)(
    '[OV10] is stopped at the deadline, and when the client leaves: %s',
    async (part) => {
      const read = (init: RequestInit = {}) =>
        slow.app.request(`${ADDRESS}?part=${part}`, { ...init, headers: bearer(tenant.token) })
      expect((await read()).status).toBe(504)
      expect((await read({ signal: AbortSignal.abort() })).status).toBe(408)
      expect(slow.seen.failures).toEqual([])
    },
  )
})
