import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { aMessagePayload, anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { bearer } from '#api/testing/requests.ts'
import type { Tenant } from '#api/testing/tenancy.ts'
import { openWorld, type World } from '#api/testing/world.ts'

let world: World
let ann: Tenant
let issue: string

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  // Three of one issue, with another issue's in between.
  await world.store(ann.project, [
    anErrorPayload(eventId(1)),
    aMessagePayload(eventId(2), 'Disk is nearly full'),
    anErrorPayload(eventId(3)),
    aMessagePayload(eventId(4), 'Disk is nearly full'),
    anErrorPayload(eventId(5)),
  ])
  issue = (await get<EventView>(`/api/v1/projects/main-shop/events/${eventId(1)}`)).issueId
})
afterAll(() => world.close())

async function get<T>(path: string): Promise<T> {
  const response = await world.app.request(path, { headers: bearer(ann.token) })
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

describe('event to event', () => {
  it.each([
    ['latest', 5, 3, undefined],
    ['oldest', 1, undefined, 3],
    [eventId(3), 3, 1, 5],
  ])('[AP35] names the older and the newer event of the same issue: %s', async (which, own, older, newer) => {
    const view = await get<EventView>(`/api/v1/issues/${issue}/events/${which}`)
    expect(view).toMatchObject({
      eventId: eventId(own),
      previousEventId: older === undefined ? null : eventId(older),
      nextEventId: newer === undefined ? null : eventId(newer),
    })
  })

  it('[SM112] shows the paths of frames decoded; the payload and the issue are those of what was sent', async () => {
    const at = (folder: string) => ({
      exception: {
        values: [
          {
            type: 'Error',
            value: 'no order',
            stacktrace: { frames: [{ filename: `https://shop.test/${folder}/a.js`, in_app: true }] },
          },
        ],
      },
    })
    await world.store(ann.project, [
      anErrorPayload(eventId(21), at('%5Bid%5D')),
      anErrorPayload(eventId(22), at('[id]')),
    ])
    const [escaped, plain] = await Promise.all(
      [21, 22].map((number) => get<EventView>(`/api/v1/projects/main-shop/events/${eventId(number)}`)),
    )
    const frame = escaped!.exceptions[0]!.frames[0]!
    expect([frame.filename, frame.absPath]).toEqual(['/[id]/a.js', 'https://shop.test/%5Bid%5D/a.js'])
    expect(escaped!.payload).toMatchObject(at('%5Bid%5D'))
    expect(escaped!.issueId).not.toBe(plain!.issueId)
  })

  it('[TS161] says when an event was received and stored', async () => {
    const view = await get<EventView>(`/api/v1/issues/${issue}/events/latest`)
    expect(Date.parse(view.storedAt!) - Date.parse(view.receivedAt)).toBe(250)
  })

  it('[AP35] leads from the oldest to the newest and back, without a gap', async () => {
    const walk = async (from: string, next: (view: EventView) => string | null) => {
      const seen: string[] = []
      for (let at: string | null = from; at !== null;) {
        const view: EventView = await get(`/api/v1/issues/${issue}/events/${at}`)
        seen.push(view.eventId)
        at = next(view)
      }
      return seen
    }
    const upwards = await walk('oldest', (view) => view.nextEventId)
    expect(upwards).toEqual([1, 3, 5].map(eventId))
    expect(await walk('latest', (view) => view.previousEventId)).toEqual(upwards.toReversed())
  })

  it('[AP16] says the same in Sentry’s words', async () => {
    expect(await get(`/api/0/issues/${issue}/events/oldest/`)).toMatchObject({
      eventID: eventId(1),
      previousEventID: null,
      nextEventID: eventId(3),
    })
    expect(await get(`/api/0/projects/main/main-shop/events/${eventId(5)}/`)).toMatchObject({
      previousEventID: eventId(3),
      nextEventID: null,
    })
  })

  it('[AP3] does not find an event that is neither an id nor one of the two words', async () => {
    for (const which of ['newest', eventId(1).slice(1), eventId(10).toUpperCase(), eventId(4)]) {
      const response = await world.app.request(`/api/v1/issues/${issue}/events/${which}`, {
        headers: bearer(ann.token),
      })
      expect(response.status).toBe(404)
    }
  })
})
