import { afterEach, describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { encodeEnvelope } from '#protocol/encode-envelope.ts'
import { SpoolRefused } from '#spool/spool.ts'
import { createPace, type Pace } from './pace.ts'
import { createThrottle } from './throttle.ts'
import {
  makeKey,
  makeProject,
  PUBLIC_KEY,
  startTestServer,
  type TestServer,
} from '#ingest/testing/ingest-server.ts'
import { exchange, type RawExchange } from '#ingest/testing/raw-exchange.ts'

const OTHER_KEY = 'e'.repeat(32)
const EVENT = encodeEnvelope({}, [{ type: 'event', payload: { message: 'hello' } }])
const { refusalsPerSecond, burstSeconds } = LIMITS.flood
const BURST = refusalsPerSecond * burstSeconds

function manualClock() {
  let now = 0
  let look: (() => void) | undefined
  return {
    options: {
      now: () => now,
      repeat: (each: () => void) => {
        look = each
        return () => (look = undefined)
      },
    },
    pass(ms: number) {
      now += ms
      look?.()
    },
    isLooking: () => look !== undefined,
  }
}

describe('[IN64] a throttle', () => {
  const clock = manualClock()
  const throttle = createThrottle({ perSecond: 10, burstSeconds: 1, mostWaiting: 50, ...clock.options })
  const gone: string[] = []
  const ask = (group: string, count: number) => {
    for (let asked = 0; asked < count; asked++) {
      const late = throttle.pass(group, 'a', 1)
      if (late === undefined) gone.push(`${group} at once`)
      else void late.then(() => gone.push(group))
    }
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))

  it('lets a burst pass, then as much as its rate allows, by turns', async () => {
    ask('flood', 30)
    ask('shop', 1)
    expect(gone).toEqual(Array<string>(10).fill('flood at once'))
    gone.length = 0
    clock.pass(300)
    await settled()
    expect(gone).toEqual(['flood', 'shop', 'flood'])
  })

  it('keeps no more than so many waiting', () => {
    gone.length = 0
    ask('flood', 100)
    expect(throttle.waiting).toBe(50)
    expect(gone).toHaveLength(100 - (50 - 18))
  })

  it('releases all waiters when opened, and stops checking', async () => {
    throttle.setRate(Number.POSITIVE_INFINITY)
    gone.length = 0
    await settled()
    expect(throttle.waiting).toBe(0)
    expect(clock.isLooking()).toBe(false)
    ask('flood', 1000)
    expect(gone.filter((each) => each === 'flood at once')).toHaveLength(1000)
  })
})

describe('answers', () => {
  let test: TestServer
  const open: RawExchange[] = []
  afterEach(async () => {
    for (const { socket } of open.splice(0)) socket.destroy()
    await test.close()
  })

  async function start(pace: Pace): Promise<void> {
    test = await startTestServer({ pace })
    test.keys.replaceAll(
      [makeKey('1'), makeKey('2', { publicKey: OTHER_KEY })],
      [makeProject('1'), makeProject('2')],
    )
  }
  const post = (project: number, key: string) => {
    const sent = exchange(
      test.port,
      Buffer.concat([
        Buffer.from(
          `POST /api/${project}/envelope/?sentry_key=${key} HTTP/1.1\r\nHost: h\r\nContent-Length: ${EVENT.length}\r\n\r\n`,
        ),
        EVENT,
      ]),
    )
    open.push(sent)
    return sent
  }

  it('[IN64] come at once, however many, while nothing is behind', async () => {
    const clock = manualClock()
    const pace = createPace(clock.options)
    await start(pace)
    for (let sent = 0; sent < 3 * BURST; sent++) {
      expect(
        (await test.send({ path: `/api/1/envelope/?sentry_key=${PUBLIC_KEY}`, body: EVENT })).status,
      ).toBe(200)
    }
    expect(pace.waiting).toBe(0)
  })

  it('[IN64] are late while the digester is behind, and other projects do not wait behind who floods', async () => {
    const clock = manualClock()
    const pace = createPace(clock.options)
    await start(pace)
    pace.limitAccepted(2 * (EVENT.length + 512))
    const flood = Array.from({ length: 20 }, () => post(1, PUBLIC_KEY))
    await expect.poll(() => pace.waiting).toBe(20)
    const honest = post(2, OTHER_KEY)
    await expect.poll(() => pace.waiting).toBe(21)
    // Everything is stored; it is the answers that wait.
    expect(test.spool.records).toHaveLength(21)
    for (const _ of ['one of either project', 'and of the other']) clock.pass(500)
    expect(await honest.answers(1)).toMatchObject([{ status: 200 }])
    expect(pace.waiting).toBe(19)
    pace.limitAccepted(Number.POSITIVE_INFINITY)
    for (const { answers } of flood) expect(await answers(1)).toMatchObject([{ status: 200 }])
  })

  it('[IN65] that refuse come late beyond a rate, and those who are accepted do not wait for them', async () => {
    const clock = manualClock()
    const pace = createPace(clock.options)
    await start(pace)
    test.spool.refuses = new SpoolRefused('spool_full', 30)
    for (let sent = 0; sent < BURST; sent++) {
      expect(
        (await test.send({ path: `/api/1/envelope/?sentry_key=${PUBLIC_KEY}`, body: EVENT })).status,
      ).toBe(503)
    }
    const flood = Array.from({ length: 30 }, () => post(1, PUBLIC_KEY))
    await expect.poll(() => pace.waiting).toBe(30)
    test.spool.refuses = undefined
    expect(await post(2, OTHER_KEY).answers(1)).toMatchObject([{ status: 200 }])
    clock.pass((1000 * 10) / refusalsPerSecond)
    await expect.poll(() => flood.filter(({ text }) => text() !== '').length).toBe(10)
    expect(pace.waiting).toBe(20)
  })
})
