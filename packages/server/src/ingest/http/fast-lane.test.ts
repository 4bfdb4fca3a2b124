import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { encodeEnvelope } from '#protocol/encode-envelope.ts'
import { LIMITS } from '#domain/limits.ts'
import { PUBLIC_KEY, startTestServer, type TestServer } from '#ingest/testing/ingest-server.ts'
import { exchange } from '#ingest/testing/raw-exchange.ts'

const PATH = `/api/1/envelope/?sentry_key=${PUBLIC_KEY}`
const idOf = (count: number) => count.toString(16).padStart(32, '0')
const envelope = (count: number, message = 'hello') =>
  encodeEnvelope({ event_id: idOf(count) }, [{ type: 'event', payload: { message } }])

interface Wanted {
  readonly path?: string
  readonly lines?: readonly string[]
  readonly body?: Uint8Array
}

function post(count: number, { path = PATH, lines = [], body = envelope(count) }: Wanted = {}): Buffer {
  const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', ...lines, `Content-Length: ${body.length}`]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body])
}

let fast: TestServer
let slow: TestServer
beforeEach(async () => {
  fast = await startTestServer()
  slow = await startTestServer({ isSlow: true })
})
afterEach(() => Promise.all([fast.close(), slow.close()]))

const bodiesOf = ({ spool }: TestServer) => spool.records.map(({ body }) => body.toString('latin1'))

/** Both request paths, which must have the same effect on sender and spool. */
async function bothWays(count: number, ...pieces: ReadonlyArray<Buffer | string>) {
  const [one, other] = await Promise.all(
    [fast, slow].map(async ({ port }) => {
      const { answers, socket } = exchange(port, ...pieces)
      const given = await answers(count)
      socket.destroy()
      return given.map(({ status, headers, body }) => ({ status, headers, body }))
    }),
  )
  expect(one).toEqual(other)
  expect(bodiesOf(fast)).toEqual(bodiesOf(slow))
  expect(fast.spool.records.map(({ receipt }) => receipt)).toEqual(
    slow.spool.records.map(({ receipt }) => receipt),
  )
  return one!
}

const gzip = { lines: ['Content-Encoding: gzip'] }
const first = post(1)

describe('[IN54] both ways agree about', () => {
  it.each<[string, number, ReadonlyArray<Buffer | string>, number]>([
    ['a plain request', 200, [first], 1],
    ['one of a browser', 200, [post(1, { lines: ['Origin: https://a.example', 'Accept: */*'] })], 1],
    ['gzip', 200, [post(1, { ...gzip, body: gzipSync(envelope(1)) })], 1],
    [
      'gzip that grows a lot',
      200,
      [post(1, { ...gzip, body: gzipSync(envelope(1, 'x'.repeat(900_000))) })],
      1,
    ],
    [
      'gzip that grows more than anybody packs',
      413,
      [post(1, { ...gzip, body: gzipSync(Buffer.alloc(2_000_000)) })],
      0,
    ],
    ['what is not gzip', 400, [post(1, gzip)], 0],
    ['an unknown coding', 200, [post(1, { lines: ['Content-Encoding: tar'] })], 1],
    ['a body that is no envelope', 400, [post(1, { body: Buffer.from('ü') })], 0],
    ['no body', 400, [post(1, { body: Buffer.alloc(0) })], 0],
    ['a key that nobody has', 403, [post(1, { path: PATH.replace(PUBLIC_KEY, 'f'.repeat(32)) })], 0],
    ['no key', 401, [post(1, { path: '/api/1/envelope/' })], 0],
    [
      'a key in a header',
      200,
      [post(1, { path: '/api/1/envelope/', lines: [`X-Sentry-Auth: Sentry sentry_key=${PUBLIC_KEY}`] })],
      1,
    ],
    ['an address that is not ingest', 404, [post(1, { path: '/elsewhere' })], 0],
    ['what is not supported', 404, [post(1, { path: `/api/1/minidump/?sentry_key=${PUBLIC_KEY}` })], 0],
    ['a head that came in two pieces', 200, [first.subarray(0, 30), first.subarray(30)], 1],
    ['a body that came in two pieces', 200, [first.subarray(0, -9), first.subarray(-9)], 1],
    ['the last request', 200, [post(1, { lines: ['Connection: close'] })], 1],
    ['a header twice', 200, [post(1, { lines: ['X-A: 1', 'X-A: 2'] })], 1],
    ['two lengths that contradict', 400, [post(1, { lines: ['Content-Length: 3'] })], 0],
    ['a length and chunks', 400, [post(1, { lines: ['Transfer-Encoding: chunked'] })], 0],
    ['bytes that are not HTTP', 400, ['\x16\x03\x01\x02\x00nonsense\r\n\r\n'], 0],
    [
      'a head that is too large',
      431,
      [post(1, { lines: [`X-A: ${'a'.repeat(LIMITS.requestHeaderBytes)}`] })],
      0,
    ],
  ])('%s', async (_, status, pieces, records) => {
    expect(await bothWays(1, ...pieces)).toMatchObject([{ status }])
    expect(fast.spool.records).toHaveLength(records)
  })

  it('requests one after the other, plain or not', async () => {
    const answers = await bothWays(4, first, post(2), post(3, { lines: ['X-A: 1', 'X-A: 2'] }), post(4))
    expect(answers.map(({ body }) => body)).toEqual([1, 2, 3, 4].map((count) => `{"id":"${idOf(count)}"}`))
  })

  it('requests that do not wait for an answer', async () => {
    const answers = await bothWays(3, Buffer.concat([first, post(2), post(3)]))
    expect(answers.map(({ body }) => body)).toEqual([1, 2, 3].map((count) => `{"id":"${idOf(count)}"}`))
  })
})

describe('a connection in the fast lane', () => {
  /** Appends wait until they are let go. */
  function hold(): () => void {
    const { append } = fast.spool
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    fast.spool.append = (receipt, body) => held.then(() => append(receipt, body))
    return letGo
  }

  it('[IN53] answers in the order of the requests, however early the next one came', async () => {
    const letGo = hold()
    const { answers, socket } = exchange(fast.port, first, post(2), post(3, { lines: ['X-A: 1', 'X-A: 2'] }))
    await new Promise((resolve) => setTimeout(resolve, 100))
    letGo()
    const ids = (await answers(3)).map(({ body }) => body)
    expect(ids).toEqual([1, 2, 3].map((count) => `{"id":"${idOf(count)}"}`))
    socket.destroy()
  })

  it('[IN53] is no concern of node:http until it sends something that is not plain, and then for good', async () => {
    let requests = 0
    fast.server.on('request', () => requests++)
    const twice = post(3, { lines: ['X-A: 1', 'X-A: 2'] })
    const { answers, socket } = exchange(fast.port, first, post(2), twice, post(4))
    expect(await answers(4)).toHaveLength(4)
    expect(requests).toBe(2)
    socket.destroy()
  })

  it.each([
    ['at once, for its address', PATH.replace('envelope', 'minidump')],
    ['for its key', PATH.replace(PUBLIC_KEY, 'f'.repeat(32))],
  ])('[IN53] goes on behind a request that is refused %s', async (_, path) => {
    const { answers, socket } = exchange(fast.port, post(1, { path }), post(2))
    const statuses = (await answers(2)).map(({ status }) => status)
    expect(statuses).toEqual([expect.not.toSatisfy((status) => status === 200), 200])
    socket.destroy()
  })

  it('[IN53] is kept open, and says for how long', async () => {
    const { answers, socket, text } = exchange(fast.port, first)
    expect(await answers(1)).toMatchObject([{ connection: 'keep-alive' }])
    expect(text()).toMatch(/\r\nKeep-Alive: timeout=65\r\n/)
    expect(text()).toMatch(/\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/)
    socket.destroy()
  })

  it('[IN53] still gets its response after the sender half-closed the connection', async () => {
    const letGo = hold()
    const { answers, socket, ended } = exchange(fast.port, first)
    socket.end()
    await new Promise((resolve) => setTimeout(resolve, 50))
    letGo()
    expect(await answers(1)).toMatchObject([{ status: 200, connection: 'close' }])
    await ended
  })

  it('[IN53] may disconnect before its response without effect on others', async () => {
    const letGo = hold()
    const { socket, ended } = exchange(fast.port, first)
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.resetAndDestroy()
    await ended
    letGo()
    expect((await fast.send({ path: PATH, body: envelope(2) })).status).toBe(200)
    expect(bodiesOf(fast)).toHaveLength(2)
    expect(fast.logged).toEqual([])
  })

  it('[IN55] is ended when it says nothing for too long', async () => {
    const short = await startTestServer({ server: { keepAliveTimeout: 100, headersTimeout: 200 } })
    const silent = exchange(short.port)
    const used = exchange(short.port, first)
    await Promise.all([silent.ended, used.ended])
    expect(await silent.answers(1)).toMatchObject([{ status: 408 }])
    expect(await used.answers(1)).toMatchObject([{ status: 200 }])
    await short.close()
  })

  it('[IN55] is ended at once by a server that closes, or with the answer it waits for', async () => {
    const letGo = hold()
    const idle = exchange(fast.port)
    const busy = exchange(fast.port, first)
    await expect.poll(() => connectionsOf(fast)).toBe(2)
    await new Promise((resolve) => setTimeout(resolve, 50))
    fast.lane!.close()
    await idle.ended
    letGo()
    expect(await busy.answers(1)).toMatchObject([{ status: 200, connection: 'close' }])
    await busy.ended
  })
})

const connectionsOf = ({ server }: TestServer) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
