import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acceptedAnswer, refusedAnswer, sendAnswer } from '#ingest/http/answer.ts'
import type { Ingest } from '#ingest/http/create-ingest.ts'
import { exchange } from '#ingest/testing/raw-exchange.ts'
import { createDeparture, type Departure } from './departure.ts'
import { listenHttp, type HttpServer } from './http-server.ts'

const TAKEN = acceptedAnswer(undefined, undefined)
const REFUSED = refusedAnswer({ status: 403, reason: 'unknown_key', detail: 'nobody knows it' })
const QUIET_MS = 200

/** Whole requests are taken, those in pieces are refused by `node:http`, and every GET is a page. */
const ingest: Ingest = {
  take(_, __, reply) {
    reply(TAKEN)
    return true
  },
  handle(request, response) {
    if (request.method !== 'POST') return false
    request.resume().once('end', () => sendAnswer(response, REFUSED))
    return true
  },
}

const EVENT = 'POST /api/1/envelope/ HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}'
const IN_PIECES = [EVENT.slice(0, -1), EVENT.slice(-1)]
const PAGE = 'GET /issues HTTP/1.1\r\nHost: h\r\n\r\n'

let departure: Departure
let server: HttpServer
const portOf = ({ url }: HttpServer) => Number(new URL(url).port)

beforeEach(async () => {
  departure = createDeparture({ quietMs: QUIET_MS, longestMs: 60_000 })
  server = await listenHttp(
    { host: '127.0.0.1', port: 0 },
    { ingest, departure, api: { fetch: () => new Response('a page') }, onClientError: () => {} },
  )
})
afterEach(() => server.close(0))

describe('a server that is about to stop', () => {
  it.each([
    ['an event', [EVENT], 200],
    ['an event in pieces', IN_PIECES, 403],
    ['a page', [PAGE], 200],
  ])('[OP258] answers %s on connections that are open, and ends them then', async (_, request, status) => {
    const open = exchange(portOf(server), ...request)
    expect(await open.answers(1)).toMatchObject([{ status, connection: 'keep-alive' }])
    const gone = departure.begin()
    for (const piece of request) open.socket.write(piece)
    expect((await open.answers(2))[1]).toMatchObject({ status, connection: 'close' })
    await open.ended
    await gone
  })

  it('[OP258] takes new connections, for one request each', async () => {
    const gone = departure.begin()
    const late = exchange(portOf(server), EVENT)
    expect(await late.answers(1)).toMatchObject([{ status: 200, connection: 'close' }])
    await late.ended
    await gone
  })
})

describe('a departure', () => {
  it('[OP258] goes on as long as somebody asks', async () => {
    let isOver = false
    const gone = departure.begin().then(() => (isOver = true))
    for (let asked = 0; asked < 8; asked++) {
      await sleep(QUIET_MS / 4)
      expect(departure.noteRequest()).toBe(true)
    }
    expect(isOver).toBe(false)
    await gone
  })

  it('[OP258] ends though somebody asks all the time', async () => {
    const short = createDeparture({ quietMs: 60_000, longestMs: 50 })
    const asking = setInterval(() => short.noteRequest(), 5)
    await short.begin()
    clearInterval(asking)
  })

  it('[OP258] is no matter of a server that is not about to stop', () => {
    expect(departure.hasBegun()).toBe(false)
    expect(departure.noteRequest()).toBe(false)
  })
})
