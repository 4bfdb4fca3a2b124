import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Feedback } from '@hindcast/contract/feedback/feedback.ts'
import type { IssueDetail } from '@hindcast/contract/issues/issues.ts'
import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { aFeedback } from '#stores/telemetry/telemetry.builders.ts'
import { aMessagePayload, anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { bearer } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

interface Page {
  readonly feedback: readonly Feedback[]
  readonly next: string | null
  readonly total: number
}

let world: World
let ann: Tenant
let bob: Tenant
let issue: string

const ask = (path: string, who = ann) =>
  world.app.request(`${ORIGIN}/api/v1${path}`, { headers: bearer(who.token) })
async function get<T = Page>(path: string): Promise<T> {
  const response = await ask(path)
  expect(response.status).toBe(200)
  return (await response.json()) as T
}
const messages = ({ feedback }: Page) => feedback.map(({ message }) => message)

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  const said = (seq: number, message: string, about: number | undefined) =>
    aFeedback({
      seq,
      message,
      receivedAt: NOW + seq,
      eventId: about === undefined ? undefined : eventId(about),
      ...(about === undefined && { name: undefined, email: undefined, url: undefined }),
    })
  await world.storeFeedback(ann.project, [
    said(1, 'before the event', 1),
    said(2, 'about a message', 2),
    said(3, 'about nothing', undefined),
    said(4, 'about an event that never came', 9),
  ])
  await world.store(ann.project, [anErrorPayload(eventId(1)), aMessagePayload(eventId(2), 'Disk is full')])
  await world.storeFeedback(ann.project, [said(5, 'after the event', 1)])
  await world.storeFeedback(bob.project, [said(6, 'of bob', 1)])
  issue = (await get<EventView>(`/projects/main-shop/events/${eventId(1)}`)).issueId
})
afterAll(() => world.close())

describe('feedback', () => {
  it('[AP120] of a project is listed newest first, with the issue of its event where that is stored', async () => {
    const { feedback, next, total } = await get('/projects/main-shop/feedback')
    expect(feedback.map((one) => [one.message, one.issue?.title ?? null])).toEqual([
      ['after the event', 'TypeError: Cannot read properties of undefined'],
      ['about an event that never came', null],
      ['about nothing', null],
      ['about a message', 'Disk is full'],
      ['before the event', 'TypeError: Cannot read properties of undefined'],
    ])
    expect([next, total]).toEqual([null, 5])
    expect(feedback[0]).toMatchObject({
      name: 'Ada',
      email: 'ada@example.com',
      url: 'https://shop.example/cart/9',
      eventId: eventId(1),
      issue: { id: issue, shortId: expect.stringMatching(/^MAIN-SHOP-\d$/i) as string, level: 'error' },
    })
    expect(feedback[2]).toMatchObject({ name: null, email: null, url: null, eventId: null, replayId: null })
  })

  it('[AP120] of a project is paged, and a cursor of another list is refused', async () => {
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = await get(`/projects/main-shop/feedback?limit=2&cursor=${cursor}`)
      seen.push(...messages(page))
      cursor = page.next
    }
    expect(seen).toEqual(messages(await get('/projects/main-shop/feedback')))
    expect((await ask('/projects/main-shop/feedback?cursor=WzE3NTAsIiIsMV0')).status).toBe(400)
  })

  it('[AP121] of an issue is what is about its events, and the issue says how much there is', async () => {
    expect(messages(await get(`/issues/${issue}/feedback`))).toEqual(['after the event', 'before the event'])
    expect(await get<IssueDetail>(`/issues/${issue}`)).toMatchObject({ feedback: 2 })
  })

  it('[AP121] of an event is found by its id, also where the event is not stored', async () => {
    const about = async (number: number) =>
      messages(await get(`/projects/main-shop/feedback?event=${eventId(number)}`))
    expect(await about(1)).toEqual(['after the event', 'before the event'])
    expect(await about(9)).toEqual(['about an event that never came'])
    expect(await about(5)).toEqual([])
  })

  it('[AP122] is closed to who may not see the project, even if they know the event', async () => {
    expect((await ask('/projects/main-shop/feedback', bob)).status).toBe(404)
    expect((await ask(`/issues/${issue}/feedback`, bob)).status).toBe(404)
    const theirs = await ask(`/projects/other-shop/feedback?event=${eventId(1)}`, bob)
    expect(messages((await theirs.json()) as Page)).toEqual(['of bob'])
  })
})
