import { IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { constants, createBrotliCompress, createZstdCompress, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { createIngest } from '../packages/server/src/ingest/http/create-ingest.ts'
import { createIntakeCounter } from '../packages/server/src/ingest/accept/intake-counter.ts'
import {
  createArraySpool,
  makeKey,
  makeProject,
  PUBLIC_KEY,
  START,
  startTestServer,
  type TestServer,
} from '../packages/server/src/ingest/testing/ingest-server.ts'
import { createKeyDirectory } from '../packages/server/src/ingest/auth/key-directory.ts'
import { encodeEnvelope } from '../packages/server/src/protocol/encode-envelope.ts'

const MiB = 1024 * 1024
const ENVELOPE = `/api/1/envelope/?sentry_key=${PUBLIC_KEY}`
const STORE = `/api/1/store/?sentry_key=${PUBLIC_KEY}`
const EVENT = encodeEnvelope({}, [{ type: 'event', payload: { message: 'hello' } }])
const SMALL = { requestBytes: 4 * MiB, envelopeBytes: 16 * MiB, inflightBytes: 64 * MiB }
const QUICK = { headersTimeout: 200, requestTimeout: 600, connectionsCheckingInterval: 50 }

let test: TestServer | undefined
afterEach(async () => {
  await test?.close()
  test = undefined
})

async function start(options: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  test = await startTestServer(options)
  return test
}

/** Most memory held above the start while `work` ran. */
async function growthDuring(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10)
  await work()
  clearInterval(timer)
  return Math.max(most, process.memoryUsage().rss) - before
}

function* zeros(bytes: number): Generator<Buffer> {
  const block = Buffer.alloc(MiB)
  for (let made = 0; made < bytes; made += MiB) yield block
}

const SIZE = 256 * MiB
const BOMBS: ReadonlyArray<readonly [coding: string, make: () => Promise<Buffer>]> = [
  // A gzip stream may have any number of members.
  [
    'gzip',
    async () => Buffer.concat(Array<Buffer>(SIZE / (16 * MiB)).fill(gzipSync(Buffer.alloc(16 * MiB)))),
  ],
  [
    'br',
    () =>
      buffer(
        Readable.from(zeros(SIZE)).pipe(
          createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }),
        ),
      ),
  ],
  ['zstd', () => buffer(Readable.from(zeros(SIZE)).pipe(createZstdCompress()))],
]

describe('[IN15] bombs', () => {
  it.each(BOMBS)('of %s are refused at the limit', async (coding, make) => {
    const { send, spool } = await start()
    const body = await make()
    expect(body.length).toBeLessThan(SIZE / 200)
    const headers = { 'content-encoding': coding }
    let status: number | undefined
    const growth = await growthDuring(async () => {
      status = (await send({ path: ENVELOPE, headers, body })).status
    })
    expect(status).toBe(413)
    expect(spool.records).toEqual([])
    expect(growth).toBeLessThan(420 * MiB)
  })

  it.each(BOMBS)('of %s, many at once, share one budget', async (coding, make) => {
    const { send, count } = await start({ limits: SMALL })
    const body = await make()
    const headers = { 'content-encoding': coding }
    const statuses = new Set<number>()
    const growth = await growthDuring(async () => {
      const answers = await Promise.all(
        Array.from({ length: 40 }, () => send({ path: ENVELOPE, headers, body })),
      )
      for (const answer of answers) statuses.add(answer.status)
    })
    statuses.delete(503)
    expect([...statuses]).toEqual([413])
    expect(growth).toBeLessThan(300 * MiB)
    expect(count.drain().reduce((sum, cell) => sum + cell.quantity, 0)).toBe(40)
    expect((await send({ path: ENVELOPE, body: EVENT })).status).toBe(200)
  })

  it.each(BOMBS)('of %s for the store are refused at its smaller limit', async (coding, make) => {
    const { send } = await start()
    const answer = await send({ path: STORE, headers: { 'content-encoding': coding }, body: await make() })
    expect([answer.status, answer.json?.['reason']]).toEqual([413, 'too_large'])
  })

  it('that grow in the middle and end empty are refused as well', async () => {
    const { send } = await start({ limits: SMALL })
    const nothing = gzipSync('')
    const middle = Buffer.concat(Array<Buffer>(Math.ceil((64 * MiB) / nothing.length)).fill(nothing))
    const headers = { 'content-encoding': 'gzip, gzip' }
    const answer = await send({ path: ENVELOPE, headers, body: gzipSync(middle) })
    expect([answer.status, answer.json?.['reason']]).toEqual([413, 'too_large'])
  })
})

describe('[IN14] 10,000 levels of JSON', () => {
  const deep = `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`

  it('are refused by the store, and in a header of an envelope', async () => {
    const { send } = await start()
    expect((await send({ path: STORE, body: deep })).json?.['reason']).toBe('too_deep')
    expect((await send({ path: ENVELOPE, body: `${deep}\n` })).json?.['reason']).toBe('too_deep')
    expect((await send({ path: ENVELOPE, body: `{}\n${deep}\nx` })).json?.['reason']).toBe('too_deep')
  })

  it('are not looked at in a payload, which the digester drops', async () => {
    const { send, spool } = await start()
    const body = encodeEnvelope({}, [{ type: 'event', payload: deep }])
    expect((await send({ path: ENVELOPE, body })).status).toBe(200)
    expect(spool.records).toHaveLength(1)
  })
})

interface Peer {
  readonly socket: Socket
  /** Everything received until the other side closed. */
  readonly closed: Promise<string>
}

function open(port: number, bytes: string | Buffer = ''): Peer {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => {})
  if (bytes.length > 0) socket.write(bytes)
  const closed = new Promise<string>((resolve) => {
    const done = () => {
      resolve(Buffer.concat(chunks).toString('latin1'))
      socket.destroy()
    }
    socket.on('end', done)
    socket.on('close', done)
  })
  return { socket, closed }
}

const head = (length: number | string, more = '') =>
  `POST ${ENVELOPE} HTTP/1.1\r\nHost: h\r\nContent-Length: ${length}\r\n${more}\r\n`

function connections({ server }: TestServer): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  )
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20))
}

describe('[IN15] senders that stall', () => {
  it.each([
    ['say nothing', ''],
    ['stop in the headers', `POST ${ENVELOPE} HTTP/1.1\r\nHost: h\r\nX-A: `],
    ['stop in the body', `${head(1000)}{}\n{"type":"ev`],
    ['stop in a chunk', `POST ${ENVELOPE} HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{}`],
  ])('and %s are let go, while others are served', async (_, bytes) => {
    const running = await start({ server: QUICK })
    const peers = Array.from({ length: 50 }, () => open(running.port, bytes))
    await until(async () => (await connections(running)) >= 50)
    expect((await running.send({ path: ENVELOPE, body: EVENT })).status).toBe(200)
    const received = await Promise.all(peers.map((peer) => peer.closed))
    for (const text of received) {
      expect(text).toMatch(/^HTTP\/1\.1 408 /)
      expect(text).toContain('Access-Control-Allow-Origin: *')
      expect(text).toContain('"reason":"incomplete"')
    }
    await until(async () => (await connections(running)) <= 1)
    expect(running.spool.records).toHaveLength(1)
  })

  it('and send byte by byte are cut off at the same time', async () => {
    const running = await start({ server: QUICK })
    const peer = open(running.port, head(100_000))
    const timer = setInterval(() => peer.socket.write('{'), 20)
    expect(await peer.closed).toMatch(/^HTTP\/1\.1 408 /)
    clearInterval(timer)
  })

  it('give back what they held', async () => {
    const running = await start({ server: QUICK, limits: { ...SMALL, inflightBytes: 256 * 1024 } })
    const half = Buffer.alloc(100 * 1024, 'x')
    const peers = [1, 2].map(() => open(running.port, Buffer.concat([Buffer.from(head(110 * 1024)), half])))
    const big = encodeEnvelope({}, [{ type: 'attachment', payload: Buffer.alloc(100 * 1024) }])
    await until(async () => (await running.send({ path: ENVELOPE, body: big })).status === 503)
    await Promise.all(peers.map((peer) => peer.closed))
    await until(async () => (await running.send({ path: ENVELOPE, body: big })).status === 200)
    expect(running.count.drain().map((cell) => cell.reason)).toEqual(
      expect.arrayContaining(['overloaded', 'incomplete']),
    )
  })

  it('but finish in time are accepted', async () => {
    const running = await start()
    const peer = open(running.port, head(EVENT.length, 'Connection: close\r\n'))
    for (const byte of EVENT) {
      peer.socket.write(Buffer.from([byte]))
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await peer.closed).toMatch(/^HTTP\/1\.1 200 /)
    expect(running.spool.records[0]?.body).toEqual(EVENT)
  })

  it('or leave in the middle cost nothing', async () => {
    const running = await start({ limits: { ...SMALL, inflightBytes: 256 * 1024 } })
    for (let round = 0; round < 20; round++) {
      const peer = open(running.port, Buffer.concat([Buffer.from(head(200_000)), Buffer.alloc(100_000, 'x')]))
      await until(async () => (await connections(running)) > 0)
      peer.socket.destroy()
    }
    await until(async () => (await connections(running)) === 0)
    const big = encodeEnvelope({}, [{ type: 'attachment', payload: Buffer.alloc(200 * 1024) }])
    expect((await running.send({ path: ENVELOPE, body: big })).status).toBe(200)
    expect(running.spool.records).toHaveLength(1)
  })
})

describe('[IN5] requests that lie', () => {
  it('about a length beyond the limit are refused before the body', async () => {
    const running = await start()
    const peer = open(running.port, head(10 ** 12))
    await new Promise((resolve) => peer.socket.once('data', resolve))
    peer.socket.destroy()
    expect(await peer.closed).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('about a length that is too long are not stored', async () => {
    const running = await start()
    const peer = open(running.port, Buffer.concat([Buffer.from(head(EVENT.length + 1)), EVENT]))
    peer.socket.end()
    await peer.closed
    expect(running.spool.records).toEqual([])
  })

  it('about a length that is too short have the rest refused as another request', async () => {
    const running = await start()
    const peer = open(running.port, Buffer.concat([Buffer.from(head(2)), EVENT]))
    const text = await peer.closed
    expect(text).toMatch(/HTTP\/1\.1 400 Bad Request\r\nAccess-Control-Allow-Origin: \*/)
    expect(running.spool.records).toEqual([])
  })

  it.each([
    ['two lengths', head(2, 'Content-Length: 3\r\n')],
    ['a length and chunks', head(2, 'Transfer-Encoding: chunked\r\n')],
    ['no number', head('x')],
    ['a negative number', head('-5')],
    ['no HTTP', 'hello\r\n\r\n'],
  ])('with %s are refused', async (_, bytes) => {
    const running = await start()
    expect(await open(running.port, bytes).closed).toMatch(/^HTTP\/1\.1 400 /)
    expect(running.spool.records).toEqual([])
  })

  it('with headers beyond any measure are refused', async () => {
    const running = await start()
    const text = await open(running.port, head(2, `X-A: ${'x'.repeat(40_000)}\r\n`)).closed
    expect(text).toMatch(/^HTTP\/1\.1 431 /)
    expect(text).toContain('Access-Control-Allow-Origin: *')
  })

  it.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, br'])(
    'about being %s are refused, small or large',
    async (coding) => {
      const { send, spool } = await start()
      const headers = { 'content-encoding': coding }
      for (const body of [
        EVENT,
        encodeEnvelope({}, [{ type: 'attachment', payload: Buffer.alloc(MiB, 'x') }]),
      ]) {
        const answer = await send({ path: ENVELOPE, headers, body })
        expect([answer.status, answer.json?.['reason']]).toEqual([400, 'bad_encoding'])
      }
      expect(spool.records).toEqual([])
    },
  )
})

describe('[IN4] bytes that are not UTF-8', () => {
  const bad = Buffer.from([0xff, 0xfe, 0xc0, 0x80])

  it('are kept as they are in a payload', async () => {
    const { send, spool } = await start()
    const body = encodeEnvelope({}, [{ type: 'event', payload: bad }])
    expect((await send({ path: ENVELOPE, body })).status).toBe(200)
    expect(spool.records[0]?.body).toEqual(body)
  })

  it('are refused in headers of an envelope', async () => {
    const { send } = await start()
    const body = Buffer.concat([Buffer.from('{"a":"'), bad, Buffer.from('"}')])
    expect((await send({ path: ENVELOPE, body })).json?.['causes']).toEqual([
      'envelope header is not UTF-8 (byte 0)',
    ])
  })
})

describe('[IN16] a million unknown keys', () => {
  it('are one count, and no memory', async () => {
    const keys = createKeyDirectory()
    keys.replaceAll([makeKey('1')], [makeProject('1')])
    const count = createIntakeCounter(() => START)
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    const ingest = createIngest({ spool: createArraySpool(), keys, count, now: () => START, log })
    const socket = new Socket()
    const before = process.memoryUsage().heapUsed
    let most = 0
    for (let sent = 0; sent < 1_000_000; sent++) {
      const request = new IncomingMessage(socket)
      request.method = 'POST'
      request.url = `/api/${1 + (sent % 1000)}/envelope/?sentry_key=${sent.toString(16).padStart(32, '0')}`
      ingest.handle(request, new ServerResponse(request))
      if (sent % 1000 !== 999) continue
      await new Promise((resolve) => setImmediate(resolve))
      most = Math.max(most, process.memoryUsage().heapUsed - before)
    }
    expect(count.drain()).toMatchObject([
      { projectId: undefined, reason: 'unknown_key', quantity: 1_000_000 },
    ])
    expect(most).toBeLessThan(200 * MiB)
  })
})
