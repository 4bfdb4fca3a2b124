import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import * as fc from 'fast-check'
import { mutate, mutations } from '#protocol/envelope.property.ts'
import { makeKey, makeProject, type TestAnswer, type TestServer } from '#ingest/testing/ingest-server.ts'
import {
  keyOf,
  projectOf,
  readIngestRecordings,
  replayHeaders,
  type Recording,
} from '#ingest/testing/recordings.ts'

/** Only tests import this file. */
const DOCUMENTED: ReadonlySet<number> = new Set([200, 400, 401, 403, 404, 405, 413, 415, 429])

const ENCODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gzipSync(body, { level: 1 }),
  deflate: (body) => deflateSync(body, { level: 1 }),
  br: (body) => brotliCompressSync(body, { params: { [1]: 1 } }),
  zstd: (body) => zstdCompressSync(body),
  'br, gzip': (body) => gzipSync(brotliCompressSync(body, { params: { [1]: 1 } }), { level: 1 }),
}

const coding = fc.record({
  name: fc.constantFrom(...Object.keys(ENCODERS), 'GZIP', '', 'utf-8', 'nonsense', 'gzip,gzip,gzip,gzip'),
  /** Whether the body really is what the header says. */
  isHonest: fc.boolean(),
  changes: fc.option(mutations, { nil: [], freq: 3 }),
})

const variation = fc.record({
  changes: fc.option(mutations, { nil: [], freq: 4 }),
  coding: fc.option(coding, { nil: undefined, freq: 2 }),
  endpoint: fc.constantFrom('', '', '', 'envelope', 'store', 'security', 'tunnel', 'minidump'),
  key: fc.constantFrom('right', 'right', 'right', 'right', 'wrong', 'malformed', 'none'),
  method: fc.constantFrom('POST', 'POST', 'POST', 'POST', 'POST', 'GET', 'PUT'),
  contentType: fc.constantFrom(undefined, undefined, 'application/json', 'application/x-sentry-envelope'),
  chunked: fc.boolean(),
  query: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.webQueryParameters({ size: 'small' })),
})

type Variation = typeof variation extends fc.Arbitrary<infer Value> ? Value : never

/** Whatever a sender does to what an SDK would have sent, the answer is one of those that are documented. `seen`: which. */
export function documentedAnswerProperty(
  test: TestServer,
  seen: Set<number> = new Set(),
): fc.IAsyncProperty<[unknown, unknown]> {
  const recordings = readIngestRecordings().filter(({ body }) => body.length < 20_000)
  return fc.asyncProperty(fc.constantFrom(...recordings), variation, async (recording, varied) => {
    const project = projectOf(recording)
    test.keys.replaceAll([makeKey(project, { publicKey: keyOf(recording) })], [makeProject(project)])
    test.spool.records.length = 0
    test.observed.length = 0
    const answer = await test.send({
      method: varied.method,
      path: pathFor(recording, varied),
      headers: headersFor(recording, varied),
      body: bodyFor(recording, varied),
      chunked: varied.chunked,
    })
    assertDocumented(answer)
    seen.add(answer.status)
    const spooled = test.spool.records.length
    if (spooled > 1 || (answer.status !== 200 && spooled > 0)) throw new Error(`spooled ${spooled}`)
    if (test.observed.length !== 1) throw new Error(`observed ${test.observed.length} times: ${answer.text}`)
    if (test.logged.length > 0) throw new Error(`a fault: ${String(test.logged)}`)
  })
}

function assertDocumented({ status, headers, json }: TestAnswer): void {
  if (!DOCUMENTED.has(status)) throw new Error(`answered ${status}`)
  if (headers['access-control-allow-origin'] !== '*') throw new Error('no CORS header')
  if (headers['content-type'] === 'image/gif') return
  if (json === undefined) throw new Error('not JSON')
  if (status === 200) return
  if (typeof json['detail'] !== 'string' || headers['x-sentry-error'] === undefined)
    throw new Error('says nothing')
}

function pathFor(recording: Recording, { endpoint, key, query }: Variation): string {
  const keys = { right: keyOf(recording), wrong: 'f'.repeat(32), malformed: 'xyz', none: '' }
  const search = `?${query}&sentry_key=${keys[key]}`
  if (endpoint === '') return recording.path + search
  if (endpoint === 'tunnel') return `/tunnel${search}`
  return `/api/${projectOf(recording)}/${endpoint}/${search}`
}

function headersFor(recording: Recording, varied: Variation): Record<string, string> {
  const headers = replayHeaders(recording)
  if (varied.contentType !== undefined) headers['content-type'] = varied.contentType
  if (varied.coding !== undefined) headers['content-encoding'] = varied.coding.name
  return headers
}

function bodyFor(recording: Recording, varied: Variation): Buffer {
  const body = mutate(recording.body, varied.changes)
  if (varied.coding === undefined) return body
  const encode = varied.coding.isHonest ? ENCODERS[varied.coding.name.toLowerCase()] : undefined
  return mutate(encode?.(body) ?? body, varied.coding.changes)
}
