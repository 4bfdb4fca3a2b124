import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aMessagePayload, eventId } from '#api/testing/payloads.ts'
import { bearer } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

let world: World
let ann: Tenant

/** Each of an issue of its own, in the order in which they came. */
const SENT = [
  ['ant', 'shop@1.10'],
  ['bee', 'shop@1.9'],
  ['cat', 'api@1.0'],
  ['dog', '3f2a1bc'],
  ['eel', undefined],
  ['fox', 'shop@2.0'],
] as const

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  for (const [index, [title, release]] of SENT.entries()) {
    const named = release === undefined ? {} : { release }
    const payload = aMessagePayload(eventId(index + 1), title, named)
    await world.store(ann.project, [payload], NOW - 60_000 + index)
  }
})
afterAll(() => world.close())

interface Answer<T> {
  readonly status: number
  readonly body: T
}

async function ask<T>(path: string, query: string): Promise<Answer<T>> {
  const address = `${ORIGIN}${path}?query=${encodeURIComponent(query)}`
  const response = await world.app.request(address, { headers: bearer(ann.token) })
  return { status: response.status, body: (await response.json()) as T }
}

interface Listed {
  readonly title: string
}
const LISTS = {
  issues: async (query: string) =>
    (await ask<{ issues: Listed[] }>('/api/v1/projects/main-shop/issues', query)).body.issues,
  events: async (query: string) =>
    (await ask<{ events: Listed[] }>('/api/v1/projects/main-shop/events', query)).body.events,
  sentryIssues: async (query: string) =>
    (await ask<Listed[]>('/api/0/projects/main/main-shop/issues/', query)).body,
  sentryEvents: async (query: string) =>
    (await ask<Listed[]>('/api/0/projects/main/main-shop/events/', query)).body,
}

describe('comparing releases', () => {
  it.each([
    ['release:>shop@1.9', 'ant fox'],
    ['release:>=shop@1.9', 'ant bee fox'],
    ['release:<shop@1.10', 'bee'],
    ['release:shop@1.9.1..shop@1.99', 'ant'],
    ['release:>shop@2.0', ''],
    ['!release:>=shop@1.9', 'cat dog eel'],
    ['is:unresolved (release:>shop@1.10 OR release:<=api@1.5)', 'cat fox'],
    ['NOT (release:<shop@2.0 OR times:>1) has:release', 'cat dog fox'],
    ['release:>3f2a1bc', 'fox'],
    ['release:<3f2a1bc', 'ant bee cat'],
  ])('[SE31] goes by their order, in every list: %s', async (query, found) => {
    for (const list of Object.values(LISTS)) {
      const titles = (await list(query)).map(({ title }) => title)
      expect(titles.toSorted().join(' ')).toBe(found)
    }
  })

  it('[SE32] points at a release that no order is told for', async () => {
    for (const path of ['/issues', '/events', '/issues/facets']) {
      const query = 'x !release:shop@1.9,>4.2'
      const { status, body } = await ask(`/api/v1/projects/main-shop${path}`, query)
      expect(status).toBe(400)
      expect(body).toMatchObject({
        code: 'invalid_input',
        search: [{ at: 20, length: 4, code: 'unordered_release', args: { value: '4.2' } }],
      })
    }
  })
})
