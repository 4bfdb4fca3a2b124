import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Alert } from '@hindcast/contract/alerts/alerts.ts'
import type { Channel, Delivery, DeliveryAttempt } from '@hindcast/contract/alerts/channels.ts'
import { startMailServer } from '../packages/server/src/product/alerts/channels/testing/mail-server.ts'
import { startReceiver } from '../packages/server/src/product/alerts/channels/testing/receiver.ts'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import { sendFault } from './harness/stream.ts'

type Receiver = Awaited<ReturnType<typeof startReceiver>>
type Answer = (response: ServerResponse) => unknown

const RULE = {
  when: { kind: 'new' },
  for: { projectIds: [], query: '', environments: [], levels: [] },
  every: 1,
}

let hindcast: Installation
let mail: Awaited<ReturnType<typeof startMailServer>>
/** Response of each receiver. */
const manners = new Map<string, Answer>()
const receivers = new Map<string, Receiver>()

beforeAll(async () => {
  mail = await startMailServer()
  for (const name of ['slack', 'hook', 'stalling', 'leading', 'endless', 'lying', 'inside']) {
    const receiver = await startReceiver((response) =>
      (manners.get(name) ?? ((to) => to.end('ok')))(response),
    )
    receivers.set(name, receiver)
  }
  const allowed = [...receivers].flatMap(([name, { host }]) => (name === 'inside' ? [] : [host]))
  hindcast = await install({
    env: {
      HINDCAST_SMTP_URL: mail.url,
      HINDCAST_MAIL_FROM: 'Hindcast <alerts@hindcast.example>',
      HINDCAST_OUTBOUND_ALLOW: allowed.join(','),
      HINDCAST_LOG: 'debug',
    },
  })
})
afterAll(async () => {
  expect(await hindcast?.close()).toBe(0)
  for (const receiver of receivers.values()) await receiver.close()
  await mail?.close()
})

const receiverOf = (name: string) => receivers.get(name)!

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${hindcast.origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${hindcast.init.token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text) as T
}

const addChannel = (name: string, target: object) =>
  call<{ channel: Channel; secret: string | null }>('POST', '/channels', { name, target })
const addHook = (name: string, kind = 'webhook') => addChannel(name, { kind, url: receiverOf(name).url })
const addAlert = (channels: readonly Channel[], over: object = {}) =>
  call<Alert>('POST', '/alerts', {
    ...RULE,
    tell: channels.map(({ id }) => ({ kind: 'channel', id })),
    ...over,
  })
const log = async ({ id }: Channel) =>
  (await call<{ deliveries: Delivery[] }>('GET', `/deliveries?channel=${id}`)).deliveries
const attemptsOf = async ({ id }: Delivery) =>
  (await call<{ attempts: DeliveryAttempt[] }>('GET', `/deliveries/${id}`)).attempts

/** The one delivery of the channel, once it is in this state. */
const delivered = (channel: Channel, state: Delivery['state']) =>
  eventually(`a delivery to ${channel.name} that is ${state}`, async () =>
    (await log(channel)).find((delivery) => delivery.state === state),
  )

describe('alerts, end to end', () => {
  it('[AL45] notify a mailbox, Slack and a webhook of a new issue within seconds, each in its format', async () => {
    const mailbox = await addChannel('mailbox', { kind: 'email', to: ['team@x.example'] })
    const slack = await addHook('slack', 'slack')
    const hook = await addHook('hook')
    const alert = await addAlert([mailbox.channel, slack.channel, hook.channel])
    await sendFault(hindcast.dsn, 'FaultAlpha')
    await delivered(mailbox.channel, 'sent')
    await delivered(slack.channel, 'sent')
    await delivered(hook.channel, 'sent')

    const [{ to, source }] = mail.received as [(typeof mail.received)[number]]
    expect(to).toEqual(['team@x.example'])
    expect(source).toMatch(/^Subject: .*FaultAlpha.*new issue/im)
    expect(source).toContain(`${hindcast.origin}/alerts/${alert.id}?mute=1`)

    const { text } = JSON.parse(receiverOf('slack').received[0]!.body) as { text: string }
    expect(text).toMatch(new RegExp(`<${hindcast.origin}/issues/\\d+\\|[^>]*FaultAlpha`))

    const { headers, body } = receiverOf('hook').received[0]!
    const [, seconds, digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-hindcast-signature']))!
    expect(createHmac('sha256', hook.secret!).update(`${seconds}.${body}`).digest('hex')).toBe(digest)
    expect(JSON.parse(body)).toMatchObject({
      sentence: expect.stringContaining('When a new issue appears'),
      more: 0,
    })
    await call('DELETE', `/alerts/${alert.id}`)
  })

  it('[AL45] are retried with the same ID after a failure until delivered', async () => {
    const hook = await addHook('hook')
    const before = receiverOf('hook').received.length
    manners.set('hook', (response) => response.writeHead(500).end('not now'))
    const alert = await addAlert([hook.channel])
    await sendFault(hindcast.dsn, 'FaultBeta')
    const waiting = await eventually('a failed attempt', async () =>
      (await log(hook.channel)).find(({ attempts }) => attempts > 0),
    )
    expect(waiting).toMatchObject({ state: 'waiting', last: { ok: false, status: 500, answer: 'not now' } })
    manners.delete('hook')
    const sent = await delivered(hook.channel, 'sent')
    const ids = receiverOf('hook')
      .received.slice(before)
      .map(({ headers }) => headers['x-hindcast-delivery'])
    expect(ids.length).toBeGreaterThan(1)
    expect(new Set(ids)).toEqual(new Set([sent.id]))
    expect((await attemptsOf(sent)).map(({ ok }) => ok)).toEqual([...ids.slice(1).map(() => false), true])
    await call('DELETE', `/alerts/${alert.id}`)
  })

  it('[AL46] survive receivers that stall, redirect to private addresses, never end or send invalid responses, without delaying others', async () => {
    manners.set('stalling', () => {})
    manners.set('leading', (response) =>
      response.writeHead(307, { location: receiverOf('inside').url }).end(),
    )
    manners.set('endless', (response) => {
      const more = () => void (response.write('x'.repeat(65_536)) && setImmediate(more))
      response.on('drain', more)
      more()
    })
    manners.set('lying', (response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('ok')
      setTimeout(() => response.destroy(), 50)
    })
    const named = ['stalling', 'leading', 'endless', 'lying', 'slack']
    const channels = new Map<string, Channel>()
    for (const name of named) channels.set(name, (await addHook(name)).channel)
    const alert = await addAlert([...channels.values()])
    await sendFault(hindcast.dsn, 'FaultGamma')
    await delivered(channels.get('slack')!, 'sent')
    expect(await log(channels.get('stalling')!)).toMatchObject([{ state: 'waiting', attempts: 0 }])

    const dead = await delivered(channels.get('leading')!, 'dead')
    expect(dead.last).toMatchObject({
      ok: false,
      status: null,
      answer: expect.stringContaining('not on the public internet'),
    })
    for (const name of ['stalling', 'endless', 'lying']) {
      const failed = await eventually(`a failure at ${name}`, async () =>
        (await log(channels.get(name)!)).find(({ attempts }) => attempts > 0),
      )
      expect(failed).toMatchObject({ state: 'waiting', last: { ok: false, status: null } })
    }
    expect(receiverOf('inside').received).toEqual([])
    await call('DELETE', `/alerts/${alert.id}`)
    for (const { id } of channels.values()) await call('DELETE', `/channels/${id}`)
  })

  it('[AL47] are neither lost nor duplicated when the server is killed after accepting the event', async () => {
    const hook = await addHook('hook')
    manners.set('hook', (response) => response.writeHead(503).end('later'))
    const alert = await addAlert([hook.channel])
    await sendFault(hindcast.dsn, 'FaultDelta')
    await hindcast.server.kill()
    await hindcast.start()
    await eventually('an attempt', async () => (await log(hook.channel)).find(({ attempts }) => attempts > 0))
    await hindcast.server.kill()
    manners.delete('hook')
    await hindcast.start()
    const sent = await delivered(hook.channel, 'sent')
    expect(sent.subjects).toMatchObject([
      { issue: { title: expect.stringContaining('FaultDelta') }, reason: 'new issue' },
    ])
    expect(await log(hook.channel)).toHaveLength(1)
    await call('DELETE', `/alerts/${alert.id}`)
  })

  it('[AL21] leave no secret in the log of the server', async () => {
    const { channel, secret } = await addHook('hook')
    await call('POST', `/channels/${channel.id}/test`)
    expect(hindcast.server.output()).not.toContain('secretpart')
    expect(hindcast.server.output()).not.toContain(secret)
  })
})
