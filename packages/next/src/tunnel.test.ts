import { once } from 'node:events'
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as httpRequest,
  type RequestListener,
  type Server,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { createPagesTunnel, createTunnel, type TunnelOptions } from './tunnel.ts'

interface Received {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Upstream {
  readonly dsn: string
  readonly received: readonly Received[]
}

/** A server that answers every envelope alike, and its DSN. */
async function upstream(status = 200, headers: Readonly<Record<string, string>> = {}): Promise<Upstream> {
  const received: Received[] = []
  const host = await listen((request, response) => {
    void text(request).then((body) => {
      received.push({ url: request.url!, headers: request.headers, body })
      response.writeHead(status, headers).end('an internal detail')
    })
  })
  return { dsn: `http://key@${host}/1`, received }
}

const envelope = (dsn: string, rest = '{"type":"event"}\n{}') => `${JSON.stringify({ dsn })}\n${rest}`

type Post = (body: BodyInit, headers?: Readonly<Record<string, string>>) => Promise<Response>

/** The App Router calls the handler; the Pages Router is a listener of `node:http`. */
const ROUTERS: ReadonlyArray<[string, (options: TunnelOptions) => Promise<Post>]> = [
  [
    'App Router',
    (options) => {
      const { POST } = createTunnel(options)
      return Promise.resolve((body, headers = {}) => {
        const init = { method: 'POST', body, headers, duplex: 'half' }
        return POST(new Request('http://shop.test/tunnel', init))
      })
    },
  ],
  [
    'Pages Router',
    async (options) => {
      const handle = createPagesTunnel(options)
      const host = await listen((request, response) => void handle(request, response))
      return (body, headers = {}) => {
        const init = { method: 'POST', body, headers, duplex: 'half' }
        return fetch(`http://${host}/api/tunnel`, init)
      }
    },
  ],
]

/** A body without a length, in so many pieces. */
function streamed(piece: Uint8Array<ArrayBuffer>, count: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let left = count
  return new ReadableStream({
    pull: (controller) => {
      left -= 1
      if (left < 0) controller.close()
      else controller.enqueue(piece)
    },
  })
}

const bytes = (value: string) => new TextEncoder().encode(value)

describe.each(ROUTERS)('the tunnel of the %s', (_, open) => {
  it('[NX7] passes an envelope on as it is, with the address and the browser of the visitor', async () => {
    const { dsn, received } = await upstream()
    const post = await open({ dsn })
    const headers = {
      'x-forwarded-for': '203.0.113.4, 10.0.0.2',
      'user-agent': 'Firefox',
      cookie: 'session=1',
    }
    const answer = await post(envelope(dsn), headers)
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(received).toMatchObject([
      { url: '/api/1/envelope/?sentry_version=7&sentry_key=key', body: envelope(dsn) },
    ])
    expect(received[0]!.headers).toMatchObject({ 'x-forwarded-for': '203.0.113.4', 'user-agent': 'Firefox' })
    expect(received[0]!.headers).not.toHaveProperty('cookie')
  })

  it('[NX7] passes on an envelope of many pieces whose header is cut between them', async () => {
    const { dsn, received } = await upstream()
    const post = await open({ dsn })
    const whole = bytes(envelope(dsn, 'x'.repeat(200_000)))
    const pieces = [whole.slice(0, 9), whole.slice(9, 40), whole.slice(40, 70_000), whole.slice(70_000)]
    const body = new ReadableStream({
      pull: (controller) => {
        const piece = pieces.shift()
        if (piece === undefined) controller.close()
        else controller.enqueue(piece)
      },
    })
    expect((await post(body)).status).toBe(200)
    expect(received[0]!.body).toBe(envelope(dsn, 'x'.repeat(200_000)))
  })

  it.each([
    ['another key', (dsn: string) => envelope(dsn.replace('key', 'other'))],
    ['another project', (dsn: string) => envelope(dsn.replace(/1$/, '2'))],
    ['another host', () => envelope('http://key@evil.example/1')],
    ['no DSN', () => '{"event_id":"1"}\n{}'],
    ['a DSN that is none', () => '{"dsn":{"host":"x"}}\n{}'],
  ])('[NX8] refuses an envelope for %s, and sends nothing anywhere', async (_case, make) => {
    const { dsn, received } = await upstream()
    const post = await open({ dsn })
    expect((await post(make(dsn))).status).toBe(403)
    expect(received).toEqual([])
  })

  it.each([
    ['empty', ''],
    ['without a new line', '{"dsn":"x"}'],
    ['not JSON', 'dsn=x\n'],
    ['no object', 'null\n'],
    ['JSON that is cut', '{"dsn":\n"x"}\n'],
    ['no text', new Uint8Array([0xff, 0xfe, 10])],
    ['nested', `${'['.repeat(10_000)}\n`],
  ])('[NX8] refuses a body that is %s', async (_case, body) => {
    const { dsn, received } = await upstream()
    const post = await open({ dsn })
    expect((await post(body)).status).toBe(400)
    expect(received).toEqual([])
  })

  it('[NX9] refuses a first line that is longer than any header without waiting for its end', async () => {
    const { dsn } = await upstream()
    const post = await open({ dsn })
    let pieces = 0
    const endless = new ReadableStream({
      pull: (controller) => {
        pieces += 1
        controller.enqueue(new Uint8Array(16 * 1024).fill(120))
        return pieces > 4 ? new Promise(() => undefined) : undefined
      },
    })
    expect((await post(endless)).status).toBe(400)
  })

  it('[NX9] refuses a body above the bound: by its length, and counted where it has none', async () => {
    const { dsn, received } = await upstream()
    const post = await open({ dsn, maxBytes: 100_000 })
    const long = envelope(dsn, 'x'.repeat(100_000))
    expect((await post(long)).status).toBe(413)
    expect((await post(streamed(bytes(envelope(dsn, 'x'.repeat(10_000))), 11))).status).toBe(413)
    expect((await post(envelope(dsn, 'x'.repeat(90_000)))).status).toBe(200)
    expect(received).toHaveLength(1)
  })

  it('[NX9] refuses compressed bodies, whose header it cannot check', async () => {
    const { dsn } = await upstream()
    const post = await open({ dsn })
    expect((await post(envelope(dsn), { 'content-encoding': 'gzip' })).status).toBe(415)
  })

  it('[NX10] refuses an address that sends too much, and no other', async () => {
    const { dsn, received } = await upstream()
    const post = await open({ dsn, requestsPerMinute: 2 })
    const from = (address: string) => post(envelope(dsn), { 'x-forwarded-for': address })
    expect([(await from('203.0.113.4')).status, (await from('203.0.113.4')).status]).toEqual([200, 200])
    const refused = await from('203.0.113.4')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await from('203.0.113.5')).status).toBe(200)
    expect(received).toHaveLength(3)
  })

  it('[NX10] counts by the address that the application names', async () => {
    const { dsn, received } = await upstream()
    const addressOf: TunnelOptions['addressOf'] = (header) => header('x-real-ip')
    const post = await open({ dsn, requestsPerMinute: 1, addressOf })
    const from = (address: string) =>
      post(envelope(dsn), { 'x-forwarded-for': Math.random().toString(), 'x-real-ip': address })
    expect([(await from('a')).status, (await from('a')).status, (await from('b')).status]).toEqual([
      200, 429, 200,
    ])
    expect(received[0]!.headers['x-forwarded-for']).toBe('a')
  })

  it.each([200, 400, 429, 500, 503])(
    '[NX11] passes on status %i and for how long not to send',
    async (status) => {
      const limits = { 'retry-after': '7', 'x-sentry-rate-limits': '7:error:key:over_quota' }
      const { dsn } = await upstream(status, { ...limits, 'set-cookie': 'a=b', 'x-sentry-error': 'detail' })
      const answer = await (await open({ dsn }))(envelope(dsn))
      expect([answer.status, await answer.text()]).toEqual([status, ''])
      expect(Object.fromEntries(answer.headers)).toMatchObject(limits)
      expect([answer.headers.has('set-cookie'), answer.headers.has('x-sentry-error')]).toEqual([false, false])
    },
  )

  it('[NX11] answers 502 without details when the other server redirects or is not there', async () => {
    const elsewhere = await upstream()
    const { dsn } = await upstream(307, { location: elsewhere.dsn.replace('key@', '') })
    const redirected = await (await open({ dsn }))(envelope(dsn))
    expect([redirected.status, redirected.headers.has('location')]).toEqual([502, false])
    expect(elsewhere.received).toEqual([])
    const away = 'http://key@127.0.0.1:1/1'
    const answer = await (await open({ dsn: away }))(envelope(away))
    expect([answer.status, await answer.text()]).toEqual([502, ''])
  })
})

it('[NX9] holds no more than four of the largest bodies at once, and recovers', async () => {
  const { dsn } = await upstream()
  const { POST } = createTunnel({ dsn, maxBytes: 100_000 })
  const piece = bytes(envelope(dsn, 'x'.repeat(90_000)))
  const writers = Array.from({ length: 5 }, () => new TransformStream<Uint8Array, Uint8Array>())
  const answers = writers.map(({ readable }) =>
    POST(new Request('http://shop.test/', { method: 'POST', body: readable, duplex: 'half' } as RequestInit)),
  )
  const open = writers.map(({ writable }) => writable.getWriter())
  for (const writer of open) await writer.write(piece)
  const last = await answers[4]!
  expect([last.status, last.headers.get('retry-after')]).toEqual([503, '10'])
  for (const writer of open.slice(0, 4)) await writer.close()
  expect((await Promise.all(answers.slice(0, 4))).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const next = await POST(new Request('http://shop.test/', { method: 'POST', body: piece }))
  expect(next.status).toBe(200)
})

it('[NX9] reads on after a refusal, so that the connection is free for the next request', async () => {
  const { dsn } = await upstream()
  const handle = createPagesTunnel({ dsn })
  const host = await listen((request, response) => void handle(request, response))
  let connections = 0
  servers.at(-1)!.on('connection', () => (connections += 1))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const post = async (body: Uint8Array | string): Promise<number> => {
    const request = httpRequest(`http://${host}/`, { method: 'POST', agent })
    request.end(body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    await text(response)
    return response.statusCode!
  }
  expect(await post(new Uint8Array(16 * 1024 * 1024).fill(120))).toBe(400)
  expect(await post(envelope(dsn))).toBe(200)
  expect(connections).toBe(1)
  agent.destroy()
})

it('[NX9] refuses a body that Next.js has cut', async () => {
  const { dsn, received } = await upstream()
  const { POST } = createTunnel({ dsn })
  const init = { method: 'POST', body: envelope(dsn), headers: { 'content-length': '5000' } }
  expect((await POST(new Request('http://shop.test/', init))).status).toBe(413)
  expect(received).toEqual([])
})

it('[NX9] a visitor who leaves is no failure', async () => {
  const { dsn, received } = await upstream()
  const { POST } = createTunnel({ dsn })
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(bytes(envelope(dsn))),
    pull: (controller) => controller.error(new Error('aborted')),
  })
  const init = { method: 'POST', body, duplex: 'half' }
  expect((await POST(new Request('http://shop.test/', init))).status).toBe(400)
  expect(received).toEqual([])
})

it('[NX7] refuses to start with a DSN that is none, and to answer without one', async () => {
  const mistake = '`dsn` of the tunnel is not a DSN'
  expect(() => createTunnel({ dsn: 'errors.example.com' })).toThrow(mistake)
  const { POST } = createTunnel({ dsn: undefined })
  await expect(POST(new Request('http://shop.test/', { method: 'POST', body: '{}' }))).rejects.toThrow(
    mistake,
  )
})

it('[NX7] of the Pages Router takes only POST, and says what is missing when Next.js has read the body', async () => {
  const handle = createPagesTunnel({ dsn: 'http://key@localhost/1' })
  const host = await listen((request, response) => void handle(request, response))
  expect((await fetch(`http://${host}/`)).status).toBe(405)
  const parsed = {
    method: 'POST',
    headers: {},
    body: 'text',
    [Symbol.asyncIterator]: () => [][Symbol.iterator](),
  }
  await expect(handle(parsed as never, { writeHead: () => undefined, end: () => undefined })).rejects.toThrow(
    'bodyParser: false',
  )
})
