import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventSummary } from '@hindcast/contract/events/events.ts'
import type { IssueSummary } from '@hindcast/contract/issues/issues.ts'
import type { SavedView } from '@hindcast/contract/search/saved-views.ts'
import type { Searched } from '@hindcast/contract/search/searching.ts'
import type { JsonObject } from '#domain/json.ts'
import { aMessagePayload, eventId } from '#api/testing/payloads.ts'
import { bearer, own } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

const HOUR_MS = 3_600_000
let world: World
let ann: Tenant
let bob: Tenant
let cookie: string

let lastId = 0
const about = (message: string, overrides: JsonObject = {}) =>
  aMessagePayload(eventId(++lastId), message, { release: '1.0', user: { id: 'u1' }, ...overrides })
const crumb = (message: string) => ({ breadcrumbs: [{ category: 'console', message }] })

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  const tags = (plan: string) => ({ tags: { plan, ms: String(plan.length * 10) } })
  await world.store(
    ann.project,
    [
      about('alpha', tags('pro')),
      about('alpha', { release: '1.1', ...tags('free'), ...crumb('Prices were late') }),
    ],
    NOW - 5 * HOUR_MS,
  )
  await world.store(
    ann.project,
    [
      about('beta', { level: 'warning', user: { id: 'u2', email: 'eve@shop.test' } }),
      about('beta', { level: 'warning', user: { id: 'u2', email: 'eve@shop.test' } }),
      about('beta', { level: 'warning', user: { id: 'u3' }, ...crumb('nothing') }),
    ],
    NOW - 4 * HOUR_MS,
  )
  await world.store(bob.project, [about('theirs')], NOW - HOUR_MS)
  cookie = await world.signIn(ann)
})
afterAll(() => world.close())

interface Answer<T> {
  readonly status: number
  readonly body: T
}

async function ask<T>(
  path: string,
  method = 'GET',
  body?: object,
  headers = own(cookie),
): Promise<Answer<T>> {
  const response = await world.app.request(`${ORIGIN}${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as T }
}
type Events = { events: EventSummary[]; next: string | null; searched: Searched }
type Issues = { issues: IssueSummary[]; total: number; searched: Searched }
const events = async (query: string, more = '') =>
  (await ask<Events>(`/api/v1/projects/main-shop/events?query=${encodeURIComponent(query)}${more}`)).body
const numbers = async (query: string) =>
  (await events(query)).events.map((one) => Number.parseInt(one.eventId, 16))
const titles = async (query: string) => {
  const { body } = await ask<Issues>(`/api/v1/projects/main-shop/issues?query=${encodeURIComponent(query)}`)
  return body.issues.map(({ title }) => title).toSorted()
}

describe('searching', () => {
  it('[SE56] finds an issue by its short ID only in its own project, in one and in several', async () => {
    expect(await titles('issue:MAIN-SHOP-1')).toEqual(['alpha'])
    expect(await titles('issue:main-shop-1,OTHER-SHOP-2')).toEqual(['alpha'])
    expect(await titles('issue:OTHER-SHOP-1')).toEqual([])
    expect(await numbers('issue:OTHER-SHOP-1')).toEqual([])
    const across = `/api/0/organizations/main/issues/?query=issue:`
    expect((await ask<IssueSummary[]>(`${across}OTHER-SHOP-1`)).body).toEqual([])
    expect((await ask<IssueSummary[]>(`${across}MAIN-SHOP-1`)).body).toHaveLength(1)
  })

  it('[RT17] finds a route as any of the frameworks writes it, and counts routes', async () => {
    await world.store(
      bob.project,
      [about('routed', { transaction: 'GET /users/[id]' }), about('routed', { transaction: '/users/:id' })],
      NOW - HOUR_MS,
    )
    const found = async (query: string) => {
      const path = `/api/v1/projects/${bob.project.slug}/events?query=${encodeURIComponent(query)}`
      return (await ask<Events>(path, 'GET', undefined, bearer(bob.token))).body.events.map(
        ({ route }) => route,
      )
    }
    const both = ['/users/[id]', '/users/[id]']
    expect(await found('route:/users/[id]')).toEqual(both)
    expect(await found('route:/users/:id')).toEqual(both)
    expect(await found('route:/users/$id')).toEqual(both)
    expect(await found('route:/users/[other]')).toEqual([])
  })

  it('[SE50] finds issues and events of real payloads by the names that Sentry has', async () => {
    const frame = { function: 'payNow', filename: 'app/pay.ts', lineno: 1 }
    const seen = {
      release: '2.0',
      logger: 'shop.payments',
      sdk: { name: 'sentry.javascript.node', version: '9.0.1' },
      user: { id: 'u9', username: 'Nina', ip_address: '192.0.2.9' },
      contexts: { os: { name: 'Linux', version: '6.1' }, browser: { name: 'Firefox', version: '140.0' } },
      exception: {
        values: [
          { type: 'PayError', value: 'no', mechanism: { handled: false }, stacktrace: { frames: [frame] } },
        ],
      },
    }
    const id = '5e'.repeat(16)
    await world.store(bob.project, [aMessagePayload(id, 'pay', seen)], NOW - HOUR_MS)
    const found = async (list: 'issues' | 'events', query: string) => {
      const path = `/api/v1/projects/${bob.project.slug}/${list}?query=${encodeURIComponent(query)}`
      const { body } = await ask<{ issues?: IssueSummary[]; events?: EventSummary[] }>(
        path,
        'GET',
        undefined,
        bearer(bob.token),
      )
      return (body.issues ?? body.events)?.map(({ title }) => title)
    }
    for (const query of [
      'error.type:PayError',
      'error.unhandled:true',
      'stack.filename:app/pay.ts',
      'stack.filename:*.ts stack.function:payNow',
      'user.username:Nina',
      'user.ip:192.0.2.9',
      'sdk.name:sentry.javascript.node sdk.version:9.0.1',
      'os.name:Linux browser.name:Firefox',
      'logger:[shop.payments, other]',
      `id:${id}`,
      id,
      '5E5E5E5E-5e5e-5e5e-5e5e-5e5e5e5e5e5e',
      'release:latest',
    ])
      for (const list of ['issues', 'events'] as const)
        expect([query, await found(list, query)]).toEqual([query, ['PayError: no']])
    expect(await found('events', `!${id} !release:latest`)).toContain('theirs')
    expect(await found('events', 'stack.filename:pay.ts')).toEqual([])
  })

  it('[SE55] says which key only Sentry has, under both APIs', async () => {
    const query = encodeURIComponent('is:unresolved geo.city:Rome device.family:iPhone')
    const v1 = await ask<object>(`/api/v1/projects/main-shop/issues?query=${query}`)
    const code = 'unsupported_key'
    expect(v1).toMatchObject({
      status: 400,
      body: {
        message:
          '"geo.city" at position 15 is a filter of Sentry that Hindcast does not have. To search for a tag of that name, write tags[geo.city].',
        search: [
          { at: 14, length: 8, code, args: { key: 'geo.city', instead: '' } },
          { at: 28, length: 13, code, args: { key: 'device.family', instead: 'device' } },
        ],
      },
    })
    for (const path of ['issues/', 'events/'])
      expect(await ask<object>(`/api/0/projects/main/main-shop/${path}?query=device.brand:x`)).toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining('Try device.') },
      })
  })

  it('[SE11] finds issues and events by the same words and filters', async () => {
    const both = async (query: string) => [await titles(query), await numbers(query)]
    expect(await both('level:warning')).toEqual([['beta'], [5, 4, 3]])
    expect(await both('prices')).toEqual([['alpha'], [2]])
    expect(await both('"prices were" OR users:>1')).toEqual([
      ['alpha', 'beta'],
      [5, 4, 3, 2],
    ])
    expect(await both('plan:*R* !release:1.0')).toEqual([['alpha'], [2]])
    expect(await both('plan:/^p/ OR user.email:eve@shop.test')).toEqual([
      ['alpha', 'beta'],
      [4, 3, 1],
    ])
    expect(await both('ms:>35')).toEqual([['alpha'], [2]])
    expect(await both('has:plan is:unresolved times:2 age:-6h')).toEqual([['alpha'], [2, 1]])
    expect(await both('!has:plan !nothing')).toEqual([['beta'], [4, 3]])
    expect(await both('age:<1h')).toEqual([[], []])
  })

  it('[SE11] searches the events of one issue, and knows the same under the other interface', async () => {
    const { body } = await ask<Issues>('/api/v1/projects/main-shop/issues?query=beta')
    const id = body.issues[0]!.id
    const found = await ask<Events>(
      `/api/v1/issues/${id}/events?query=${encodeURIComponent('user.id:u2')}&limit=1`,
    )
    expect(found.body.events.map((one) => one.eventId)).toEqual([eventId(4)])
    expect(found.body.next).not.toBeNull()
    const token = bearer(ann.token)
    for (const path of [`/api/0/issues/${id}/events/`, '/api/0/projects/main/main-shop/events/']) {
      const answer = await ask<Array<{ eventID: string }>>(`${path}?query=user:u3`, 'GET', undefined, token)
      expect(answer.body.map(({ eventID }) => eventID)).toEqual([eventId(5)])
    }
  })

  it('[SE11] says how far it looked for words, and goes on', async () => {
    expect((await events('prices')).searched).toBeNull()
    const first = await events('prices', '&reach=1&limit=1')
    expect(first.searched).toBeNull()
  })

  it('[SE12] points at what it does not understand, in every list', async () => {
    for (const path of [
      '/projects/main-shop/issues',
      '/projects/main-shop/events',
      '/projects/main-shop/issues/facets',
    ]) {
      const { status, body } = await ask<{ code: string; message: string; search: object[] }>(
        `/api/v1${path}?query=${encodeURIComponent('beta is:open')}`,
      )
      expect(status).toBe(400)
      expect(body).toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining('position 9'),
        search: [{ at: 8, length: 4, code: 'not_one_of', args: { key: 'is', value: 'open' } }],
      })
    }
  })

  it('[SE13] knows who an issue happened to', async () => {
    const { body } = await ask<Issues>('/api/v1/projects/main-shop/issues?query=beta')
    expect(body.issues[0]).toMatchObject({ users: 2 })
    const { body: found } = await ask(`/api/v1/issues/${body.issues[0]!.id}/users`)
    const lastSeen = new Date(NOW - 4 * HOUR_MS).toISOString()
    expect(found).toEqual({
      users: [
        { user: 'u2', events: 2, lastSeen },
        { user: 'u3', events: 1, lastSeen },
      ],
      total: 2,
    })
  })

  it('[SE13] completes values and the keys of tags', async () => {
    const values = async (key: string, prefix: string) => {
      const query = new URLSearchParams({ key, prefix })
      const { body } = await ask<{ values: Array<{ value: string }> }>(
        `/api/v1/projects/main-shop/search/values?${query.toString()}`,
      )
      return body.values.map(({ value }) => value)
    }
    expect(await values('release', '')).toEqual(['1.0', '1.1'])
    expect(await values('plan', 'PR')).toEqual(['pro'])
    expect(await values('', 'm')).toEqual(['ms'])
    expect(await values('is', '')).toEqual([])
  })
})

describe('saved views', () => {
  const views = '/api/v1/projects/main-shop/views'

  it('[SE14] are kept, renamed, shared and deleted by who made them', async () => {
    const made = await ask<SavedView>(views, 'POST', {
      name: ' Checkout ',
      query: 'route:/cart',
      sort: 'users',
    })
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'Checkout', list: 'issues', shared: false, own: true },
    })
    const path = `${views}/${made.body.id}`
    expect((await ask(path, 'PATCH', { name: 'Cart', shared: true })).body).toMatchObject({
      name: 'Cart',
      shared: true,
    })
    expect((await ask<{ views: SavedView[] }>(views)).body.views).toEqual([
      { ...made.body, name: 'Cart', shared: true },
    ])
    expect((await ask(path, 'DELETE')).status).toBe(200)
    expect((await ask(path, 'PATCH', { name: 'Gone' })).status).toBe(404)
  })

  it('[SE14] belong to their project, and private ones are not visible to others', async () => {
    const { body } = await ask<SavedView>(views, 'POST', { name: 'Mine' })
    const theirs = own(await world.signIn(bob))
    expect((await ask(`${views}/${body.id}`, 'PATCH', { name: 'Stolen' }, theirs)).status).toBe(404)
    const other = `/api/v1/projects/${bob.project.slug}/views`
    expect((await ask(`${other}/${body.id}`, 'DELETE', undefined, theirs)).status).toBe(404)
    expect((await ask(other, 'GET', undefined, theirs)).body).toEqual({ views: [] })
  })
})
