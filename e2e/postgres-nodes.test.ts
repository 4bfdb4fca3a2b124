import { Agent } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Alert } from '@hindcast/contract/alerts/alerts.ts'
import type { Channel, Delivery } from '@hindcast/contract/alerts/channels.ts'
import { startReceiver } from '../packages/server/src/product/alerts/channels/testing/receiver.ts'
import { namedError, postEvent } from './harness/app.ts'
import { eventually } from './harness/eventually.ts'
import { loadFreshEvents } from './harness/fresh-events.ts'
import type { Installation } from './harness/installation.ts'
import { openPostgres, type TestPostgres } from './harness/postgres.ts'
import { send } from './harness/send.ts'
import { OWNER, type Server } from './harness/server.ts'
import { startTwoNodes, type TwoNodes } from './harness/two-nodes.ts'

let postgres: TestPostgres
let first: Installation
let second: Server
let nodes: TwoNodes
let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  postgres = await openPostgres()
  receiver = await startReceiver((response) => response.end('ok'))
  nodes = await startTwoNodes({
    HINDCAST_DATABASE_URL: await postgres.create(),
    HINDCAST_OUTBOUND_ALLOW: receiver.host,
  })
  ;({ first, second } = nodes)
})
afterAll(async () => {
  await nodes?.close()
  await receiver?.close()
  await postgres?.close()
})

async function sendNamed(origin: string, name: string, key = first.publicKey): Promise<number> {
  const dsn = Object.assign(new URL(`${origin}/${first.projectId}`), { username: key }).href
  return (await postEvent(dsn, namedError(name))).status
}

async function call<T>(origin: string, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${first.init.token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

const told = (name: string) => receiver.received.filter(({ body }) => body.includes(name))

describe('two nodes on one database', () => {
  it('[OP127] know a session, a token and a key of each other', async () => {
    const signedIn = await fetch(`${first.origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: first.origin },
      body: JSON.stringify(OWNER),
    })
    const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';', 1)[0]!)
    const session = await fetch(`${second.origin}/api/v1/session`, { headers: { cookie: cookie.join('; ') } })
    expect(await session.json()).toMatchObject({ user: { email: OWNER.email } })
    const project = first.init.project
    const key = await call<{ id: string; publicKey: string }>(
      first.origin,
      'POST',
      `/projects/${project}/keys`,
      {
        label: 'Second',
      },
    )
    await eventually('the key to be known', async () =>
      (await sendNamed(second.origin, 'FaultKey', key.publicKey)) === 200 ? true : undefined,
    )
    await call(second.origin, 'PATCH', `/projects/${project}/keys/${key.id}`, { enabled: false })
    await eventually('the key to be refused', async () =>
      (await sendNamed(first.origin, 'FaultKey', key.publicKey)) === 403 ? true : undefined,
    )
  })

  it('[OP128] show what happens on one of them to the readers of the other', async () => {
    const gone = new AbortController()
    const stream = await fetch(`${second.origin}/api/v1/live?project=${first.init.project}`, {
      headers: { authorization: `Bearer ${first.init.token}` },
      signal: gone.signal,
    })
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = (await reader.read()).value ?? ''
    expect(await sendNamed(first.origin, 'FaultLive')).toBe(200)
    while (!text.includes('"type":"digest"')) text += (await reader.read()).value ?? ''
    gone.abort()
  })

  it('[OP129] send one alert of an error that is new to both, also after the node that sent them is gone', async () => {
    const { channel } = await call<{ channel: Channel }>(first.origin, 'POST', '/channels', {
      name: 'hook',
      target: { kind: 'webhook', url: receiver.url },
    })
    const addAlert = (origin: string) =>
      call<Alert>(origin, 'POST', '/alerts', {
        when: { kind: 'new' },
        for: { projectIds: [], query: '', environments: [], levels: [] },
        every: 1,
        tell: [{ kind: 'channel', id: channel.id }],
      })
    const alert = await addAlert(first.origin)
    const both = [first.origin, second.origin]
    expect(await Promise.all([...both, ...both].map((origin) => sendNamed(origin, 'FaultBoth')))).toEqual([
      200, 200, 200, 200,
    ])
    await eventually('the issue to have all events', async () =>
      (await first.api.allIssues()).find(
        ({ title, events }) => title.startsWith('FaultBoth') && events === 4,
      ),
    )
    // Until it is noted as sent: what is under way when a node dies is sent again.
    await eventually('the alert', async () => {
      const path = `/deliveries?channel=${channel.id}`
      const { deliveries } = await call<{ deliveries: readonly Delivery[] }>(first.origin, 'GET', path)
      return told('FaultBoth').length > 0 && deliveries.every(({ state }) => state === 'sent')
        ? true
        : undefined
    })
    // It would hold its next message back for a minute.
    await call(first.origin, 'DELETE', `/alerts/${alert.id}`)
    await first.server.kill()
    await addAlert(second.origin)
    expect(await sendNamed(second.origin, 'FaultLater')).toBe(200)
    await eventually('the alert of the other node', async () =>
      told('FaultLater').length > 0 ? true : undefined,
    )
    expect([told('FaultBoth').length, told('FaultLater').length]).toEqual([1, 1])
  })

  it('[OP258] a node that stops tells proxies to turn to others, and answers until they have', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const fresh = await loadFreshEvents(first)
    const ask = () => send(second.origin, fresh(), agent)
    expect(await ask()).toMatchObject({ status: 200, headers: { connection: 'keep-alive' } })
    const stopped = second.stop()
    const answered = []
    do answered.push(await ask())
    while (answered.at(-1)!.headers['connection'] !== 'close')
    const [ready, late] = await Promise.all([send(second.origin, { method: 'GET', path: '/readyz' }), ask()])
    expect(ready).toMatchObject({ status: 503, body: expect.stringContaining('it is stopping') })
    expect(late).toMatchObject({ status: 200, headers: { connection: 'close' } })
    agent.destroy()
    expect(await stopped).toBe(0)
    expect(answered.map(({ status }) => status)).toEqual(answered.map(() => 200))
  })
})
