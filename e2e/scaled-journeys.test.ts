import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Channel } from '@hindcast/contract/alerts/channels.ts'
import { startReceiver } from '../packages/server/src/product/alerts/channels/testing/receiver.ts'
import { encodeEnvelope, type ItemToEncode } from '../packages/server/src/protocol/encode-envelope.ts'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import { onScaledStores } from './harness/scaled-stores.ts'
import { send } from './harness/send.ts'
import { sendSpans } from './harness/spans.ts'

onScaledStores()

/** The tests of these files, as they run on the stores of a data folder, with PostgreSQL, ClickHouse and a bucket instead. */
describe.each([
  ['setting up and the first error', () => import('./first-minutes.test.ts')],
  ['triage', () => import('./triage.test.ts')],
  ['source maps and mapped frames', () => import('./readable-stacks.test.ts')],
  ['search', () => import('./search.test.ts')],
  ['looking up a digest', () => import('./look-up.test.ts')],
])('%s, on scaled stores', async (_, journey) => {
  await journey()
})

describe('an installation on scaled stores', () => {
  let hindcast: Installation
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  beforeAll(async () => {
    receiver = await startReceiver((response) => response.end('ok'))
    hindcast = await install({ env: { HINDCAST_OUTBOUND_ALLOW: receiver.host } })
  })
  afterAll(async () => {
    expect(await hindcast?.close()).toBe(0)
    await receiver?.close()
  })

  const call = async <T>(method: string, path: string, body: object, headers = {}): Promise<T> => {
    const response = await fetch(`${hindcast.origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${hindcast.init.token}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  const inProject = (path: string) => `/api/v1/projects/${hindcast.init.project}${path}`
  const ask = async <T>(path: string): Promise<T> => (await (await hindcast.api.get(path)).json()) as T

  function crash(name: string, ...items: readonly ItemToEncode[]) {
    const eventId = crypto.randomUUID().replaceAll('-', '')
    const value = { type: name, value: 'the drawer is stuck' }
    const payload = { event_id: eventId, release: 'shop@1', exception: { values: [value] } }
    return send(hindcast.origin, {
      method: 'POST',
      path: `/api/${hindcast.projectId}/envelope/`,
      query: `?sentry_key=${hindcast.publicKey}`,
      body: encodeEnvelope({ event_id: eventId }, [{ type: 'event', payload }, ...items]),
    })
  }

  it('[OP248] tells a webhook of a new issue, once', async () => {
    const { channel } = await call<{ channel: Channel }>('POST', '/api/v1/channels', {
      name: 'hook',
      target: { kind: 'webhook', url: receiver.url },
    })
    await call('POST', '/api/v1/alerts', {
      when: { kind: 'new' },
      for: { projectIds: [], query: '', environments: [], levels: [] },
      every: 1,
      tell: [{ kind: 'channel', id: channel.id }],
    })
    for (let n = 0; n < 3; n += 1) expect((await crash('FaultA')).status).toBe(200)
    await eventually('the alert', async () => (receiver.received.length > 0 ? true : undefined))
    await eventually('three events', async () =>
      (await hindcast.api.allIssues()).some(({ events }) => events === 3) ? true : undefined,
    )
    expect(receiver.received.map(({ body }) => /FaultA/.test(body))).toEqual([true])
  })

  it('[OP248] shows a release with its sessions, a route with its visits, and their trace', async () => {
    const started = new Date().toISOString()
    const attrs = { release: 'shop@1', environment: 'production' }
    const session = { sid: crypto.randomUUID(), init: true, status: 'exited', errors: 0, started, attrs }
    await crash('FaultA', { type: 'session', payload: { ...session, timestamp: started } })
    const attributes = {
      'sentry.segment.name': '/cart/:id',
      'sentry.segment.name.source': 'route',
      'sentry.release': 'shop@1',
      'url.full': 'https://shop.example/cart/7',
    }
    await sendSpans(hindcast.dsn, 'd'.repeat(32), Date.now() - 60_000, [
      { id: 1, start: 0, duration: 120, op: 'pageload', name: '/cart/:id', attributes },
    ])
    const counted = await eventually('the session', async () => {
      const { releases } = await ask<{
        releases: ReadonlyArray<{ version: string; health: { sessions: number } }>
      }>(inProject('/releases'))
      return releases.find(({ health }) => health.sessions > 0)
    })
    expect(counted).toMatchObject({ version: 'shop@1', health: { sessions: 1 } })
    await eventually('the visit', async () => {
      const { routes } = await ask<{ routes: ReadonlyArray<{ key: string }> }>(inProject('/route-stats'))
      return routes.find(({ key }) => key === '/cart/[id]')
    })
    const { names } = await ask<{ names: readonly string[] }>(`/api/v1/traces/${'d'.repeat(32)}`)
    expect(names).toContain('/cart/:id')
  })

  it('[OP248] lets an invited person in, who signs in and sees the project', async () => {
    const { link } = await call<{ link: string }>('POST', '/api/v1/invitations', { role: 'member' })
    const account = { email: 'ben@example.com', password: 'let me in please' }
    const origin = { origin: hindcast.origin }
    await call('POST', '/api/v1/join/accept', { secret: link.split('#')[1], account }, origin)
    const signedIn = await fetch(`${hindcast.origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...origin },
      body: JSON.stringify(account),
    })
    expect(signedIn.status).toBe(200)
    const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';', 1)[0]!)
    const seen = await fetch(`${hindcast.origin}${inProject('/issues')}`, {
      headers: { cookie: cookie.join('; ') },
    })
    expect(await seen.json()).toMatchObject({ issues: [{ title: 'FaultA: the drawer is stuck' }] })
  })

  it('[OP248] refuses what is over the quota with 429 and Retry-After, and counts it', async () => {
    const quotas = [{ category: 'error', limit: 2, windowSeconds: 3600 }]
    await call('PATCH', inProject(''), { settings: { quotas } })
    const answers = []
    for (let n = 0; n < 4; n += 1) answers.push(await crash('FaultB'))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(2)
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    await eventually('the count', async () => {
      const { totals } = await hindcast.api.intake()
      const over = totals.find(({ reason }) => reason === 'over_quota')
      return over?.quantity === refused.length ? true : undefined
    })
  })

  it('[OP248] leaves nothing of a store in the data folder', async () => {
    const files = await readdir(hindcast.dataDir, { recursive: true })
    expect(files.filter((name) => /sqlite|duckdb|^(?:blobs|artifacts)\/\w{2}\//.test(name))).toEqual([])
  })
})
