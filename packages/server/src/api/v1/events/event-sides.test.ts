import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DigestIssue, Occurrence } from '@hindcast/contract/events/digests.ts'
import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { JsonObject } from '#domain/json.ts'
import { eventId } from '#api/testing/payloads.ts'
import { bearer } from '#api/testing/requests.ts'
import type { Tenant } from '#api/testing/tenancy.ts'
import { openWorld, type World } from '#api/testing/world.ts'

let world: World
let ann: Tenant
let issue: string

const sent = (id: number, platform: string, value: string, over: JsonObject = {}): JsonObject => ({
  event_id: eventId(id),
  platform,
  sdk: { name: 'sentry.javascript.nextjs', version: '11.8.0' },
  tags: { 'nextjs.digest': '1234567' },
  exception: { values: [{ type: 'Error', value }] },
  ...over,
})

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  await world.store(ann.project, [
    sent(1, 'node', 'no database'),
    sent(2, 'javascript', 'Minified React error #441; visit https://react.dev/errors/441', {
      request: { url: 'https://shop.example/cart?step=2' },
      user: { id: '7' },
      breadcrumbs: [{ category: 'ui.click', message: 'button.pay' }],
    }),
  ])
  issue = (await get(`/api/v1/projects/main-shop/events/${eventId(1)}`)).issueId
})
afterAll(() => world.close())

async function ask<T>(path: string): Promise<T> {
  const response = await world.app.request(path, { headers: bearer(ann.token) })
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

const get = (path: string) => ask<EventView>(path)

describe('an error that a server and a browser reported', () => {
  it('[GR113] shows the browser’s side with the server’s event', async () => {
    const { serverSide, browserSides } = await get(`/api/v1/issues/${issue}/events/${eventId(1)}`)
    expect(serverSide).toBeNull()
    expect(browserSides).toMatchObject([
      {
        by: 'digest',
        eventId: eventId(2),
        url: 'https://shop.example/cart',
        user: '7',
        breadcrumbs: [{ category: 'ui.click', message: 'button.pay' }],
      },
    ])
  })

  it('[AP117] is one occurrence of its digest, with what the browser knows', async () => {
    const { occurrences, issues } = await ask<{
      occurrences: readonly Occurrence[]
      issues: readonly DigestIssue[]
    }>('/api/v1/digests/1234567?user=7')
    expect(occurrences).toMatchObject([
      {
        eventId: eventId(1),
        side: 'server',
        browserSides: [eventId(2)],
        url: 'https://shop.example/cart',
        user: '7',
        match: { user: true },
      },
    ])
    expect(issues).toMatchObject([{ issueId: issue, events: 1 }])
  })

  it('[AP117] is one occurrence also where the server’s event has no digest', async () => {
    const contexts = { trace: { trace_id: 'ab'.repeat(16), span_id: 'cd'.repeat(8) } }
    const bare = await world.tenant('bare')
    await world.store(bare.project, [
      sent(11, 'node', 'no stock', { tags: {}, contexts }),
      sent(12, 'javascript', 'Minified React error #441', { tags: { digest: '77' }, contexts }),
      sent(13, 'javascript', 'Minified React error #441', { tags: { digest: '77' }, contexts }),
    ])
    const asked = async (path: string) =>
      (await (await world.app.request(path, { headers: bearer(bare.token) })).json()) as {
        occurrences: readonly Occurrence[]
        found: ReadonlyArray<{ readonly kind: string; readonly title?: string }>
      }
    expect((await asked('/api/v1/digests/77')).occurrences).toMatchObject([
      {
        eventId: eventId(11),
        side: 'server',
        title: 'Error: no stock',
        browserSides: [eventId(13), eventId(12)],
      },
    ])
    expect((await asked('/api/v1/lookup?text=Digest%3A%2077')).found).toMatchObject([
      { kind: 'event', title: 'Error: no stock' },
    ])
  })

  it('[GR113] names the server’s event with the browser’s', async () => {
    const view = await get(`/api/v1/issues/${issue}/events/${eventId(2)}`)
    expect(view.browserSides).toEqual([])
    expect(view.serverSide).toMatchObject({ by: 'digest', eventId: eventId(1), title: 'Error: no database' })
    expect(view.grouping).toMatchObject({ rule: 'joined', parts: ['joined', 'digest:1234567'] })
  })

  it('[GR116] takes a browser’s side out of the issue for good, once', async () => {
    await world.store(ann.project, [sent(3, 'javascript', 'Minified React error #441')])
    const unjoin = (event: number) =>
      world.app.request(`/api/v1/issues/${issue}/events/${eventId(event)}/unjoin`, {
        method: 'POST',
        headers: bearer(ann.token),
      })
    const response = await unjoin(3)
    expect(response.status).toBe(200)
    const left = (await response.json()) as { id: string; shortId: string }
    expect(left.id).not.toBe(issue)
    const view = await get(`/api/v1/issues/${left.id}/events/${eventId(3)}`)
    expect(view).toMatchObject({ serverSide: null, grouping: { rule: 'cause' } })
    const { browserSides } = await get(`/api/v1/issues/${issue}/events/${eventId(1)}`)
    expect(browserSides.map((side) => side.eventId)).toEqual([eventId(2)])
    expect((await unjoin(3)).status).toBe(404)
    expect((await unjoin(1)).status).toBe(400)
  })

  it('[GR113] takes the server’s for the latest event of the issue, with its own neighbours', async () => {
    const view = await get(`/api/v1/issues/${issue}/events/latest`)
    expect(view).toMatchObject({ eventId: eventId(1), previousEventId: null, nextEventId: eventId(2) })
  })

  it('[AP118] has its digest listed with its issue', async () => {
    await world.store(ann.project, [
      sent(11, 'node', 'no database', { release: 'shop@2', tags: { 'nextjs.digest': '7654321' } }),
    ])
    const at = expect.stringMatching(/^\d{4}-/)
    expect(await ask(`/api/v1/issues/${issue}/digests`)).toEqual({
      digests: [
        { digest: '7654321', events: 1, firstSeen: at, lastSeen: at, releases: ['shop@2'] },
        { digest: '1234567', events: 2, firstSeen: at, lastSeen: at, releases: [] },
      ],
      more: false,
    })
  })
})
