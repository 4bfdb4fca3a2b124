import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { IssueSummary } from '@hindcast/contract/issues/issues.ts'
import { anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { bearer } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

const HOUR_MS = 3_600_000

interface Page {
  readonly events: ReadonlyArray<{ readonly eventId: string }>
  readonly next: string | null
}

let world: World
let ann: Tenant
let issueId: string

/** Event 3 was received last, and stored first: the spool of another machine came later. */
beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  await world.store(ann.project, [anErrorPayload(eventId(3))], NOW - HOUR_MS)
  await world.store(ann.project, [anErrorPayload(eventId(1))], NOW - 3 * HOUR_MS)
  await world.store(ann.project, [anErrorPayload(eventId(2))], NOW - 2 * HOUR_MS)
  const { issues } = await read<{ issues: IssueSummary[] }>(`/projects/${ann.project.slug}/issues`)
  issueId = issues[0]!.id
})
afterAll(() => world.close())

const ask = (path: string) => world.app.request(`${ORIGIN}/api/v1${path}`, { headers: bearer(ann.token) })

async function read<T>(path: string): Promise<T> {
  const response = await ask(path)
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
  return (await response.json()) as T
}

async function paged(path: string): Promise<readonly string[]> {
  const ids: string[] = []
  let cursor = ''
  do {
    const page = await read<Page>(`${path}&limit=1&cursor=${cursor}`)
    ids.push(...page.events.map((event) => event.eventId))
    cursor = page.next ?? ''
  } while (cursor !== '')
  return ids
}

it('[AP81] pages, steps and names the latest event by time of receipt, whatever was stored first', async () => {
  const newestFirst = [3, 2, 1].map(eventId)
  expect(await paged(`/issues/${issueId}/events?query=`)).toEqual(newestFirst)
  expect(await paged(`/projects/${ann.project.slug}/events?query=`)).toEqual(newestFirst)
  const latest = await read<EventView>(`/issues/${issueId}/events/latest`)
  expect(latest).toMatchObject({ eventId: eventId(3), previousEventId: eventId(2), nextEventId: null })
  const oldest = await read<EventView>(`/issues/${issueId}/events/oldest`)
  expect(oldest).toMatchObject({ eventId: eventId(1), previousEventId: null, nextEventId: eventId(2) })
})

it('[AP90] says which of how many events of its issue an event is, oldest first', async () => {
  const place = (event: string, query = '') =>
    read(`/issues/${issueId}/events/${event}/position?query=${encodeURIComponent(query)}`)
  const [first, second, third] = [1, 2, 3].map(eventId)
  expect(await place('latest')).toEqual({
    eventId: third,
    position: 3,
    total: 3,
    previousEventId: second,
    nextEventId: null,
    cut: false,
  })
  expect(await place('oldest')).toMatchObject({ eventId: first, position: 1, nextEventId: second })
  expect(await place(second!)).toMatchObject({ position: 2, previousEventId: first, nextEventId: third })
})

it('[AP90] counts and steps through the events that match a search, also from one that does not', async () => {
  const [first, second, third] = [1, 2, 3].map(eventId)
  const place = (event: string, query: string) =>
    read(`/issues/${issueId}/events/${event}/position?query=${encodeURIComponent(query)}`)
  const without2 = `!event:${second}`
  expect(await place('latest', without2)).toMatchObject({ eventId: third, position: 2, total: 2 })
  expect(await place(second!, without2)).toMatchObject({
    eventId: second,
    position: null,
    total: 2,
    previousEventId: first,
    nextEventId: third,
  })
  expect(await place('latest', 'TypeError')).toMatchObject({ eventId: third, position: 3, cut: false })
  expect(await place('latest', 'release:nowhere')).toMatchObject({ eventId: null, position: null, total: 0 })
})

it('[AP90] refuses a search that it cannot read, and an event of another issue', async () => {
  expect((await ask(`/issues/${issueId}/events/latest/position?query=level%3A`)).status).toBe(400)
  expect((await ask(`/issues/${issueId}/events/${eventId(99)}/position`)).status).toBe(404)
})

it('[SE41] pages through what a search finds by time of receipt', async () => {
  const searched = await paged(
    `/issues/${issueId}/events?query=${encodeURIComponent('priceOf OR TypeError')}`,
  )
  expect(searched).toEqual([3, 2, 1].map(eventId))
})

it.each(['42', 'nonsense', 'WzEsImEiXQ', 'x'.repeat(201)])(
  '[AP80] answers a cursor that was never given out with 400: %s',
  async (cursor) => {
    for (const list of [`/issues/${issueId}/events`, `/projects/${ann.project.slug}/events`]) {
      const response = await ask(`${list}?cursor=${cursor}`)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        code: 'invalid_input',
        message: expect.stringMatching(/cursor/i) as string,
      })
    }
  },
)
