import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { Drop } from '#domain/intake/outcome.ts'
import { encodeEnvelope } from '#protocol/encode-envelope.ts'
import { createBodyMemory, emptyHold, hold, type BodyMemory } from '#ingest/body/body-memory.ts'
import type { BodyPlan } from '#ingest/body/body-plan.ts'
import { decoderBytes } from '#ingest/body/content-coding.ts'
import { createProgressWatch } from '#ingest/quota/progress-watch.ts'
import { readWholeBody } from '#ingest/body/read-body.ts'
import {
  makeKey,
  makeProject,
  PUBLIC_KEY,
  startTestServer,
  type TestServer,
} from '#ingest/testing/ingest-server.ts'
import { exchange } from '#ingest/testing/raw-exchange.ts'

const MiB = 1024 * 1024
const ENVELOPE = `/api/1/envelope/?sentry_key=${PUBLIC_KEY}`
const DSN = `http://${PUBLIC_KEY}@h/1`
const OTHER_KEY = 'e'.repeat(32)

const zip = (bytes: Buffer) => gzipSync(bytes, { level: 9 })
const brotli = (bytes: Buffer) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
const bomb = (firstLine: string, megabytes: number) =>
  Buffer.concat([Buffer.from(firstLine), Buffer.alloc(megabytes * MiB, 'x')])

let test: TestServer
afterEach(() => test?.close())

const head = (path: string, length: number, ...lines: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: h', `Content-Length: ${length}`, ...lines, '', ''].join('\r\n')

/** A request whose body never gets complete. */
const unfinished = (path: string, sent: Buffer, ...lines: string[]) =>
  Buffer.concat([Buffer.from(head(path, 50 * MiB, ...lines)), sent])

interface Watched {
  readonly plan: BodyPlan
  /** Total decoded bytes that were held. */
  readonly decoded: () => number
}

/** A plan that counts what is decoded. `known`: who sends, where that is known from the start. */
function watchedPlan(codings: BodyPlan['codings'], start: Buffer, known?: string): Watched {
  let taken = 0
  const memory = createBodyMemory(256 * MiB)
  const counting: BodyMemory = Object.fromEntries(
    Object.entries(memory).map(([name, budget]) => [
      name,
      {
        ...budget,
        take(bytes: number, holder: string) {
          taken += bytes
          return budget.take(bytes, holder)
        },
      },
    ]),
  ) as unknown as BodyMemory
  const plan: BodyPlan = {
    codings,
    limits: { wire: LIMITS.requestBytes, decoded: LIMITS.envelopeBytes },
    memory: counting,
    hold: emptyHold('203.0.113.9'),
    progress: createProgressWatch(() => () => {}),
    holder: () => known,
    identify: () => new Drop('unauthenticated', 'nobody knows'),
  }
  return { plan, decoded: () => taken - decoderBytes(codings[0]!, start) }
}

describe('[IN57] a body whose sender is not known', () => {
  it.each([
    ['gzip', zip],
    ['br', brotli],
  ] as const)('is decoded as far as its first line when it is %s', async (coding, compress) => {
    const sent = compress(bomb('{}\n', 199))
    const { plan, decoded } = watchedPlan([coding], sent)
    const outcome = await readWholeBody(sent, plan)
    expect(outcome).toEqual(new Drop('unauthenticated', 'nobody knows'))
    expect(decoded()).toBeLessThanOrEqual(2 * LIMITS.headerLineBytes)
  })

  it('is not decoded further than a first line may reach when it has none', async () => {
    const sent = brotli(bomb('', 199))
    const { plan, decoded } = watchedPlan(['br'], sent)
    const outcome = await readWholeBody(sent, plan)
    expect(outcome).toBeInstanceOf(Drop)
    expect(decoded()).toBeLessThanOrEqual(3 * LIMITS.headerLineBytes)
  })

  it.each([
    ['gzip', 'has no key', zip(bomb('{}\n', 100)), 401, 'Content-Encoding: gzip'],
    [
      'gzip',
      'has an unknown one',
      zip(bomb(`{"dsn":"http://${OTHER_KEY}@h/1"}\n`, 100)),
      403,
      'Content-Encoding: gzip',
    ],
    ['plain', 'has no key', bomb('{}\n', 0.1), 401, 'X-A: b'],
    ['plain', 'has no end of its first line', bomb('{', 0.1), 400, 'X-A: b'],
  ])('is refused while it is still on its way: %s that %s', async (_, __, sent, status, line) => {
    test = await startTestServer()
    const { answers, socket } = exchange(test.port, unfinished('/tunnel', sent, line))
    expect(await answers(1)).toMatchObject([{ status }])
    socket.destroy()
  })

  it('is read to its end once the first line has named a key that may send', async () => {
    test = await startTestServer()
    const noise = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * at * 7919) % 251))
    const body = encodeEnvelope({ dsn: DSN }, [{ type: 'attachment', payload: noise }])
    const headers = { 'content-encoding': 'gzip' }
    expect((await test.send({ path: '/tunnel', headers, body: zip(body) })).status).toBe(200)
    expect((await test.send({ path: '/tunnel', body })).status).toBe(200)
    expect(test.spool.records.map((record) => record.body)).toEqual([body, body])
  })

  it('is refused by what the key may not do, before the rest is read', async () => {
    test = await startTestServer()
    test.keys.replaceAll([makeKey('1', { enabled: false })], [makeProject('1')])
    const sent = zip(bomb(`{"dsn":"${DSN}"}\n`, 100))
    const { answers, socket } = exchange(test.port, unfinished('/tunnel', sent, 'Content-Encoding: gzip'))
    expect(await answers(1)).toMatchObject([{ status: 403 }])
    socket.destroy()
  })
})

describe('[IN58] memory of bodies', () => {
  it('is not used up for known senders by senders that are not', () => {
    const memory = createBodyMemory(256 * MiB)
    for (let address = 0; address < 1000; address++) hold(memory, emptyHold(`${address}`), MiB, undefined)
    expect(memory.unknown.used).toBeLessThanOrEqual(LIMITS.bodies.unknownBytes)
    expect([memory.small.used, memory.large.used]).toEqual([0, 0])
  })

  it('is not used up for small bodies by large ones', () => {
    const memory = createBodyMemory(256 * MiB)
    while (hold(memory, emptyHold(''), MiB, '1 203.0.113.9')) continue
    expect(hold(memory, emptyHold(''), LIMITS.bodies.smallBodyBytes, '1 203.0.113.9')).toBe(true)
  })

  it('is not used up for one project by another, however many bodies that one begins', async () => {
    test = await startTestServer({ limits: { ...LIMITS, inflightBytes: 8 * MiB } })
    test.keys.replaceAll(
      [makeKey('1'), makeKey('2', { publicKey: OTHER_KEY })],
      [makeProject('1'), makeProject('2')],
    )
    const begun = Array.from({ length: 20 }, () =>
      exchange(test.port, Buffer.concat([Buffer.from(head(ENVELOPE, 600_000)), Buffer.alloc(500_000, 'x')])),
    )
    const body = encodeEnvelope({}, [{ type: 'attachment', payload: Buffer.alloc(550_000) }])
    await expect.poll(async () => (await test.send({ path: ENVELOPE, body })).status).toBe(503)
    const path = `/api/2/envelope/?sentry_key=${OTHER_KEY}`
    expect((await test.send({ path, body })).status).toBe(200)
    for (const { socket } of begun) socket.destroy()
  })

  it('moves from the unknown to the known share with its sender, and comes back as a whole', () => {
    const memory = createBodyMemory(256 * MiB)
    const held = emptyHold('203.0.113.9')
    hold(memory, held, 1000, undefined)
    hold(memory, held, 1000, '1 203.0.113.9')
    expect([memory.unknown.used, memory.small.used, memory.large.used]).toEqual([0, 2000, 0])
    hold(memory, held, MiB, '1 203.0.113.9')
    expect([memory.unknown.used, memory.small.used, memory.large.used]).toEqual([0, 0, MiB + 2000])
  })
})

describe('[IN59] a body of a known sender', () => {
  it.each([
    ['gzip', zip],
    ['br', brotli],
  ] as const)('is refused where it expands beyond the ratio: %s', async (coding, compress) => {
    const sent = compress(bomb('{}\n', 199)).subarray(0, 10_000)
    const { plan, decoded } = watchedPlan([coding], sent, '1 203.0.113.9')
    const outcome = await readWholeBody(sent, plan)
    expect(outcome).toMatchObject({ reason: 'too_large', detail: expect.stringContaining('100 times') })
    const most = Math.max(LIMITS.bodies.expansionFromBytes, sent.length * LIMITS.bodies.expansion)
    expect(decoded()).toBeLessThanOrEqual(most)
  })

  it('may be packed as well as it can while it is small', async () => {
    test = await startTestServer()
    const body = encodeEnvelope({}, [{ type: 'attachment', payload: Buffer.alloc(1_000_000) }])
    const headers = { 'content-encoding': 'gzip' }
    expect((await test.send({ path: ENVELOPE, headers, body: zip(body) })).status).toBe(200)
  })
})

describe('[IN60] a body that trickles', () => {
  it('is cut with its connection when it brings too little for some seconds', async () => {
    let second = () => {}
    test = await startTestServer({
      everySecond: (look) => {
        second = look
        return () => {}
      },
    })
    const slow = exchange(test.port, unfinished(ENVELOPE, Buffer.alloc(10, '{')))
    await expect.poll(() => second.name).toBe('look')
    for (let passed = 0; passed < LIMITS.bodies.progressSeconds; passed++) second()
    expect(await slow.answers(1)).toMatchObject([{ status: 408, connection: 'close' }])
    await slow.ended
  })

  it('is left alone while it makes progress, or while it is the server that does not read', () => {
    let second = () => {}
    const watch = createProgressWatch((look) => {
      second = look
      return () => {}
    })
    const cuts: string[] = []
    let received = 0
    watch.watch({ received: () => received, isHeld: () => false, cut: () => cuts.push('steady') })
    watch.watch({ received: () => 0, isHeld: () => true, cut: () => cuts.push('held') })
    watch.watch({ received: () => 0, isHeld: () => false, cut: () => cuts.push('stalled') })
    for (let passed = 0; passed < LIMITS.bodies.progressSeconds; passed++) {
      received += LIMITS.bodies.progressBytes / LIMITS.bodies.progressSeconds
      second()
    }
    expect(cuts).toEqual(['stalled'])
  })

  it('is watched only as long as it is on its way', () => {
    let isRunning = false
    const watch = createProgressWatch(() => {
      isRunning = true
      return () => (isRunning = false)
    })
    const body = { received: () => 0, isHeld: () => false, cut: () => {} }
    const ends = [watch.watch({ ...body }), watch.watch({ ...body })]
    expect(isRunning).toBe(true)
    for (const end of ends) end()
    expect(isRunning).toBe(false)
  })
})
