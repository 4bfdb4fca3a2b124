import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readNextManifest } from '@hindcast/contract/routes/next-build.ts'
import type { RouteRegistry, RouteRule } from '@hindcast/contract/routes/registry.ts'
import type { Json } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { silentLog } from '#domain/testing.ts'
import { learnRoutesJob } from '#product/routes/jobs/learn-routes.ts'
import { anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { bearer } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

const MANIFEST = readNextManifest(
  JSON.parse(
    readFileSync(
      join(
        import.meta.dirname,
        '../../../../../../fixtures/next/manifests/routes-manifest.basePath+i18n.json',
      ),
      'utf8',
    ),
  ) as Json,
)!

let world: World
let ann: Tenant
let bob: Tenant
let lastId = 0
const crashAt = (url: string) => anErrorPayload(eventId(++lastId), { request: { url } })

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  const urls = ['/users/7', '/users/8', '/users/8', '/about', '/about', '/about', '/once']
  await world.store(
    ann.project,
    urls.map((url) => crashAt(`https://shop.example${url}?q=1`)),
    NOW - 9,
  )
})
afterAll(() => world.close())

interface Answer<T> {
  readonly status: number
  readonly body: T
}

async function call<T>(method: string, path: string, body?: object, token = ann.token): Promise<Answer<T>> {
  const response = await world.app.request(`${ORIGIN}/api/v1/projects/${ann.project.slug}/routes${path}`, {
    method,
    headers: { ...bearer(token), 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as T }
}

const registry = async () => (await call<RouteRegistry>('GET', '')).body
const addRule = async (pattern: string) => (await call<RouteRule>('POST', '/rules', { pattern })).body

describe('the routes of a project', () => {
  it('[RT11] are learned from recent addresses that nothing else names', async () => {
    let changes = 0
    const job = learnRoutesJob({
      records: world.records,
      telemetry: world.telemetry,
      changed: async () => void changes++,
      now: () => NOW,
      log: silentLog,
    })
    await job.run(new AbortController().signal)
    await job.run(new AbortController().signal)
    expect((await registry()).routes).toEqual([
      { pattern: '/about', display: '/about', source: 'learned' },
      { pattern: '/users/[id]', display: '/users/[id]', source: 'learned' },
    ])
    expect(changes).toBe(1)
  })

  it('[RT12] are shown with a preview of what a rule would name, which changes nothing', async () => {
    const { body } = await call('POST', '/preview', { pattern: '/users/:user' })
    expect(body).toEqual({
      pattern: '/users/[user]',
      addresses: 4,
      events: 7,
      matches: [
        {
          url: 'https://shop.example/users/8',
          events: 2,
          now: { pattern: '/users/[id]', source: 'learned' },
        },
        {
          url: 'https://shop.example/users/7',
          events: 1,
          now: { pattern: '/users/[id]', source: 'learned' },
        },
      ],
      matchedAddresses: 2,
      matchedEvents: 3,
    })
    expect((await call('POST', '/preview', { pattern: 'users' })).body).toMatchObject({
      pattern: null,
      matches: [],
    })
    expect((await registry()).rules).toEqual([])
  })

  it('[RT12] have rules, which are added, ordered and deleted, and everybody who names routes is told', async () => {
    const before = world.seen.projectChanges
    const first = await addRule('/users/:user')
    const second = await addRule('/shop/*')
    expect([first.pattern, second.pattern]).toEqual(['/users/[user]', '/shop/[...]'])
    const ordered = await call<{ rules: RouteRule[] }>('PUT', '/rules', { ids: [second.id] })
    expect(ordered.body.rules.map(({ id }) => id)).toEqual([second.id, first.id])
    expect((await call('DELETE', `/rules/${second.id}`)).status).toBe(200)
    expect((await call('DELETE', `/rules/${second.id}`)).status).toBe(404)
    expect((await call('POST', '/rules', { pattern: '/a/*/b' })).status).toBe(400)
    expect((await registry()).rules.map(({ pattern }) => pattern)).toEqual(['/users/[user]'])
    expect(world.seen.projectChanges - before).toBe(4)
    const { entries } = await world.records.audit.page(ann.organization.id, {}, { limit: 1 })
    expect(entries[0]).toMatchObject({
      verb: 'changed',
      target: { kind: 'project', id: ann.project.id },
      before: { routeRules: ['/shop/[...]', '/users/[user]'] },
      after: { routeRules: ['/users/[user]'] },
    })
    await call('DELETE', `/rules/${first.id}`)
  })

  it('[RT13] are uploaded for a release, which says what it could not read', async () => {
    const manifest = {
      ...MANIFEST,
      patterns: [...MANIFEST.patterns, '/a/[...b]/c'],
      afterFiles: [{ source: '/x/:y([a-z]+)', destination: '/y' }],
      actions: [{ id: '00395947', file: 'app/cart.js', name: 'placeOrder' }],
    }
    const uploaded = await call('PUT', '/manifest', { release: 'shop@2.0', manifest })
    expect(uploaded.body).toEqual({
      release: 'shop@2.0',
      patterns: MANIFEST.patterns.length,
      rewrites: MANIFEST.redirects.length + MANIFEST.beforeFiles.length + MANIFEST.fallback.length,
      actions: 1,
      skipped: ['/a/[...b]/c', '/x/:y([a-z]+)'],
      organization: ann.organization.slug,
    })
    const { manifests, routes } = await registry()
    expect(manifests).toMatchObject([{ release: 'shop@2.0', framework: 'next', basePath: '/shopfront' }])
    expect(routes.filter(({ source }) => source === 'manifest')).toHaveLength(MANIFEST.patterns.length)
  })

  it('[NX35] are uploaded with as many server actions as an application may have', async () => {
    const actions = Array.from({ length: 2000 }, (_, at) => ({
      id: String(at).padStart(42, '0'),
      file: `app/${'folder/'.repeat(10)}actions-${at}.ts`,
      name: 'updateTheAddressOfTheCustomer',
    }))
    const body = { release: 'shop@2.0', manifest: { ...MANIFEST, actions } }
    expect(JSON.stringify(body).length).toBeGreaterThan(LIMITS.apiBodyBytes)
    expect((await call('PUT', '/manifest', body)).body).toMatchObject({ actions: 2000 })
    const more = { ...body, manifest: { ...MANIFEST, actions: [...actions, ...actions] } }
    expect((await call('PUT', '/manifest', more)).status).toBe(400)
  })

  it('[RT13] are written as their framework writes them', async () => {
    const plain = { style: 'react-router', basePath: '', locales: [], patterns: ['/users/:id', '/files/*'] }
    await call('PUT', '/manifest', { release: 'shop@2.0', manifest: plain })
    const shown = (await registry()).routes.filter(({ source }) => source === 'manifest')
    expect(shown.map(({ pattern, display }) => [pattern, display])).toEqual([
      ['/users/[id]', '/users/:id'],
      ['/files/[...]', '/files/*'],
    ])
  })

  it('[RT12] are those of their own organization alone, and changed by who may', async () => {
    const reader = await world.tokenWith(ann.organization, ['project:read'])
    const builder = await world.tokenWith(ann.organization, ['project:releases'])
    const manifest = { style: 'next', basePath: '', locales: [], patterns: [] }
    expect((await call('GET', '', undefined, bob.token)).status).toBe(404)
    expect((await call('PUT', '/manifest', { release: '4', manifest }, bob.token)).status).toBe(404)
    expect((await call('PUT', '/manifest', { release: '4', manifest }, reader)).status).toBe(403)
    expect((await call('PUT', '/manifest', { release: '4', manifest }, builder)).status).toBe(200)
    expect((await call('POST', '/rules', { pattern: '/a' }, builder)).status).toBe(403)
  })
})
