import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mutate, mutations } from '#protocol/envelope.property.ts'
import { makeKey, makeProject, startTestServer, type TestServer } from '#ingest/testing/ingest-server.ts'
import { exchange } from '#ingest/testing/raw-exchange.ts'
import { keyOf, projectOf, readIngestRecordings, type Recording } from '#ingest/testing/recordings.ts'

let fast: TestServer
let slow: TestServer
beforeAll(async () => {
  fast = await startTestServer()
  slow = await startTestServer({ isSlow: true })
})
afterAll(() => Promise.all([fast.close(), slow.close()]))

const QUIET_MS = 150
const PATIENCE_MS = 20_000

/** Lines that change how a message is read, by some or by all. */
const line = fc.constantFrom(
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: identity',
  'Content-Length: 0',
  'Content-Length: 1',
  'Connection: close',
  'Connection: keep-alive',
  'Connection: upgrade',
  'Expect: 100-continue',
  'Expect: nonsense',
  'Upgrade: h2c',
  'Host: elsewhere',
  'X-Sentry-Auth: Sentry sentry_key=nonsense',
  'Content-Encoding: gzip',
  ' folded',
  'no colon',
  ': no name',
  'X-Name: ü',
  'X-Tab:\tx\t',
  'X-Ünder: x',
)
/** Valid nine times out of ten, because input with five errors at once tests none of them. */
const seldom = <T>(right: T, wrong: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: wrong })

const variation = fc.record({
  lines: fc.oneof(fc.constant([]), fc.array(line, { maxLength: 2 })),
  before: fc.boolean(),
  method: seldom('POST', fc.constantFrom('PUT', 'post', ' POST', 'POST\t')),
  target: seldom('', fc.constantFrom('//', '#x', '?', '&x=%', ' ', '\t', 'ü', '\0')),
  version: seldom('HTTP/1.1', fc.constantFrom('HTTP/1.0', 'http/1.1', 'HTTP/1.', 'HTTP/2.0')),
  end: seldom('\r\n', fc.constantFrom('\n', '\r', '\r\n ')),
  changes: seldom([], mutations),
  /** How much the length lies. */
  lie: seldom(0, fc.constantFrom(1, -1, 100)),
})
type Variation = typeof variation extends fc.Arbitrary<infer Value> ? Value : never

function requestOf(recording: Recording, varied: Variation): Buffer {
  const lines = [
    `${varied.method} ${recording.path}?sentry_key=${keyOf(recording)}${varied.target} ${varied.version}`,
    ...(varied.before ? varied.lines : []),
    'Host: localhost',
    'User-Agent: fuzz',
    `Content-Length: ${recording.body.length + varied.lie}`,
    ...(varied.before ? [] : varied.lines),
  ]
  const head = Buffer.from(`${lines.join(varied.end)}\r\n\r\n`, 'latin1')
  return Buffer.concat([mutate(head, varied.changes), recording.body])
}

/** The first answer of each; undefined where neither says anything because more is to come. */
async function answersOf(request: Buffer) {
  const exchanges = [fast, slow].map(({ port }) => exchange(port, request))
  const first = exchanges.map(async ({ answers, ended }) => {
    const [answer] = await answers(1)
    // Where the connection ends, everything that was sent has been read.
    if (answer === undefined) await ended
    return answer && { status: answer.status, headers: answer.headers, body: answer.body }
  })
  await Promise.race([...first, pause(QUIET_MS)])
  const anybody = await Promise.race([Promise.any(first).then(() => true), pause(1).then(() => false)])
  const answers = anybody
    ? await Promise.race([Promise.all(first), pause(PATIENCE_MS).then(() => 'only one of them answered')])
    : undefined
  for (const { socket } of exchanges) socket.destroy()
  return answers
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

interface Given {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: string
}
/** Without an id that the server made. */
const plain = (answer: Given | undefined) =>
  answer && { ...answer, body: answer.body.replace(/[0-9a-f]{32}/, 'ID') }

it('[IN54] a request is answered the same in the fast lane and through node:http, whatever is done to it', async () => {
  const recordings = readIngestRecordings().filter(({ body }) => body.length < 4000)
  const seen = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...recordings), variation, async (recording, varied) => {
      for (const { keys, spool } of [fast, slow]) {
        const project = projectOf(recording)
        keys.replaceAll([makeKey(project, { publicKey: keyOf(recording) })], [makeProject(project)])
        spool.records.length = 0
      }
      const answers = await answersOf(requestOf(recording, varied))
      if (answers === undefined) return
      expect(answers).toHaveLength(2)
      const [one, other] = answers as Array<Given | undefined>
      // Said by node:http in either case: what it finds behind a request may overtake the answer to that request.
      if (!one?.body.includes('the bytes are not HTTP')) expect(plain(one)).toEqual(plain(other))
      const [mine, theirs] = [fast, slow].map(({ spool }) =>
        spool.records.map(({ receipt, body }) => ({ receipt: { ...receipt, eventId: '' }, body })),
      )
      expect(mine).toEqual(theirs)
      if (one !== undefined) seen.set(one.status, (seen.get(one.status) ?? 0) + 1)
    }),
    { numRuns: 4000 },
  )
  for (const status of [200, 400]) expect(seen.get(status), `answers with ${status}`).toBeGreaterThan(100)
}, 300_000)
