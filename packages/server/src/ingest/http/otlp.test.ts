import { gzipSync } from 'node:zlib'
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { SpoolRefused } from '#spool/spool.ts'
import { encodeOtlpProtobuf } from '#protocol/testing/encode-otlp.ts'
import {
  makeKey,
  makeProject,
  PUBLIC_KEY,
  START,
  startTestServer,
  type TestAnswer,
  type TestServer,
} from '#ingest/testing/ingest-server.ts'

const PROJECT = '/api/1/integration/otlp/v1/traces'
const PLAIN = '/v1/traces'
const AUTH = { 'x-sentry-auth': `sentry sentry_key=${PUBLIC_KEY}` }
const SPAN = { traceId: '5b8efff798038103d269b633813fc60c', spanId: 'eee19b7ec3c1b174', name: 'work' }

const request = (...spans: JsonObject[]): JsonObject => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] })

/** What a message says, by field number; every test of an answer goes through a reader that is not ours. */
function fieldsOf(bytes: Buffer): Record<number, number | Buffer> {
  const reader = new BinaryReader(bytes)
  const fields: Record<number, number | Buffer> = {}
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag()
    fields[number] = type === WireType.Varint ? Number(reader.int64()) : Buffer.from(reader.bytes())
  }
  return fields
}

interface Format {
  readonly format: 'json' | 'protobuf'
  readonly mediaType: string
  readonly write: (sent: JsonObject) => Buffer
  readonly nothing: string
  readonly status: (answer: TestAnswer) => unknown
  readonly partial: (answer: TestAnswer) => unknown
}

const JSON_FORMAT: Format = {
  format: 'json',
  mediaType: 'application/json',
  write: (sent) => Buffer.from(JSON.stringify(sent)),
  nothing: '{}',
  status: ({ json }) => json,
  partial: ({ json }) => json?.['partialSuccess'],
}
const PROTOBUF_FORMAT: Format = {
  format: 'protobuf',
  mediaType: 'application/x-protobuf',
  write: encodeOtlpProtobuf,
  nothing: '',
  status({ bytes }) {
    const { 1: code, 2: message } = fieldsOf(bytes)
    return { code, message: message?.toString() }
  },
  partial({ bytes }) {
    const { 1: rejected, 2: message } = fieldsOf(fieldsOf(bytes)[1] as Buffer)
    return { rejectedSpans: String(rejected), errorMessage: message?.toString() }
  },
}

const WAYS = [JSON_FORMAT, PROTOBUF_FORMAT].flatMap((each) => [
  { each, isSlow: false, name: `${each.format}, in one piece` },
  { each, isSlow: true, name: `${each.format}, through node:http` },
])

describe.each(WAYS)('spans as $name', ({ each, isSlow }) => {
  const { format, mediaType, write, nothing, status, partial } = each
  let test: TestServer
  beforeEach(async () => {
    test = await startTestServer({ isSlow })
  })
  afterEach(() => test.close())

  const post = (
    body: Uint8Array | string,
    more: { path?: string; headers?: Record<string, string> } = {},
  ): Promise<TestAnswer> =>
    test.send({
      path: more.path ?? PROJECT,
      headers: { 'content-type': mediaType, ...(more.headers ?? AUTH) },
      body,
    })
  const counted = () =>
    test.count
      .drain()
      .map(({ projectId, category, outcome, reason, quantity }) => [
        projectId,
        category,
        outcome,
        reason,
        quantity,
      ])
  const useQuota = (limit: number) =>
    test.keys.replaceAll(
      [makeKey('1', { quotas: [{ category: 'span', limit, windowSeconds: 60 }] })],
      [makeProject('1')],
    )

  function expectRefused(answer: TestAnswer, httpStatus: number, code: number, reason: string): void {
    expect(answer.status).toBe(httpStatus)
    expect(answer.headers).toMatchObject({
      'content-type': mediaType,
      'access-control-allow-origin': '*',
      'x-sentry-error': expect.stringContaining(reason),
    })
    expect(status(answer)).toEqual({ code, message: expect.stringContaining(`${reason}: `) })
    expect(test.spool.records).toEqual([])
  }

  describe('[IN68] are accepted', () => {
    it.each([
      ['at the address of a project', PROJECT, AUTH],
      ['with a slash behind it', `${PROJECT}/`, AUTH],
      ['at the address that exporters have by default', PLAIN, AUTH],
      ['there, by the key alone', PLAIN, { 'x-sentry-auth': PUBLIC_KEY }],
      ['there, by the key as a user name', PLAIN, { authorization: `Basic ${btoa(`${PUBLIC_KEY}:`)}` }],
      ['there, by the query, as beacons have no headers', `${PLAIN}?sentry_key=${PUBLIC_KEY}`, {}],
    ])('%s', async (_, path, headers) => {
      const body = write(request(SPAN))
      const answer = await post(body, { path, headers: { ...headers, 'user-agent': 'OTel/1' } })
      expect([answer.status, answer.text]).toEqual([200, nothing])
      expect(answer.headers).toMatchObject({
        'content-type': mediaType,
        'access-control-allow-origin': '*',
      })
      const receipt = { projectId: '1', keyId: 'key-of-1', form: `otlp-${format}`, userAgent: 'OTel/1' }
      expect(test.spool.records).toEqual([
        { body, receipt: { ...receipt, receivedAt: START, clientAddress: expect.any(String) } },
      ])
      expect(counted()).toEqual([])
      expect(test.observed).toMatchObject([{ status: 200, items: 1, keyPrefix: PUBLIC_KEY.slice(0, 6) }])
    })

    it('with gzip', async () => {
      const body = write(request(SPAN))
      const answer = await post(gzipSync(body), { headers: { ...AUTH, 'content-encoding': 'gzip' } })
      expect(answer.status).toBe(200)
      expect(test.spool.records.map((record) => record.body)).toEqual([body])
    })

    it('and a request without spans is, although there is nothing to store', async () => {
      expect((await post(write({ resourceSpans: [] }))).text).toBe(nothing)
      expect(test.spool.records).toEqual([])
    })

    it('from pages, after a preflight for what their exporter sends', async () => {
      const headers = {
        origin: 'https://shop.test',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-sentry-auth',
      }
      for (const path of [PROJECT, PLAIN]) {
        const answer = await test.send({ method: 'OPTIONS', path, headers })
        expect([answer.status, answer.headers['access-control-allow-headers']]).toEqual([
          204,
          'content-type,x-sentry-auth',
        ])
        expect(answer.headers['access-control-allow-methods']).toBe('POST, OPTIONS')
      }
    })
  })

  describe('[IN71] are refused in their own format', () => {
    it('without a key', async () => {
      expectRefused(await post(write(request(SPAN)), { headers: {} }), 401, 16, 'unauthenticated')
      expect(counted()).toEqual([[undefined, 'span', 'refused', 'unauthenticated', 1]])
    })

    it('with a key of nobody or of another project', async () => {
      const unknown = { 'x-sentry-auth': 'f'.repeat(32) }
      expectRefused(
        await post(write(request(SPAN)), { path: PLAIN, headers: unknown }),
        403,
        7,
        'unknown_key',
      )
      const path = '/api/2/integration/otlp/v1/traces'
      expectRefused(await post(write(request(SPAN)), { path }), 403, 7, 'unknown_key')
    })

    it('from an origin that the project does not allow', async () => {
      test.keys.replaceAll([makeKey('1')], [makeProject('1', { allowedOrigins: ['https://shop.test'] })])
      const headers = { ...AUTH, origin: 'https://elsewhere.test' }
      expectRefused(await post(write(request(SPAN)), { headers }), 403, 7, 'origin_not_allowed')
    })

    it('where they are broken', async () => {
      const body = write(request(SPAN))
      expectRefused(await post(body.subarray(0, -3)), 400, 3, 'malformed')
      const headers = { ...AUTH, 'content-encoding': 'gzip' }
      expectRefused(await post(body, { headers }), 400, 3, 'bad_encoding')
      expect(counted()).toEqual([
        ['1', 'span', 'refused', 'malformed', 1],
        ['1', 'span', 'refused', 'bad_encoding', 1],
      ])
    })

    it('where they are larger than the limit, compressed or not', async () => {
      const large = write(request({ ...SPAN, name: 'x'.repeat(LIMITS.otlp.bytes) }))
      expectRefused(await post(large), 413, 3, 'too_large')
      const headers = { ...AUTH, 'content-encoding': 'gzip' }
      expectRefused(await post(gzipSync(large), { headers }), 413, 3, 'too_large')
    })

    it('while the spool is full, and are asked to come back', async () => {
      test.spool.refuses = new SpoolRefused('spool_full', 7)
      const answer = await post(write(request(SPAN)))
      expectRefused(answer, 503, 14, 'spool_full')
      expect(answer.headers['retry-after']).toBe('7')
    })

    it('where they could not be written', async () => {
      test.spool.failsWith = new SpoolRefused('disk_full', 30)
      const answer = await post(write(request(SPAN)))
      expectRefused(answer, 503, 14, 'disk_full')
      expect(answer.headers['retry-after']).toBe('30')
    })

    it('by other methods', async () => {
      const answer = await test.send({ method: 'PUT', path: PLAIN, headers: { 'content-type': mediaType } })
      expectRefused(answer, 405, 12, 'not_supported')
      expect(answer.headers.allow).toBe('POST, OPTIONS')
    })
  })

  describe('[IN72] are taken in part', () => {
    it('where some have no valid ids', async () => {
      const body = write(request(SPAN, { ...SPAN, traceId: 'abcd' }, { ...SPAN, spanId: '' }))
      const answer = await post(body)
      expect(answer.status).toBe(200)
      expect(partial(answer)).toEqual({
        rejectedSpans: '2',
        errorMessage: expect.stringContaining('2 without valid ids'),
      })
      expect(test.spool.records.map((record) => record.body)).toEqual([body])
      expect(counted()).toEqual([['1', 'span', 'refused', 'malformed', 2]])
    })

    it('where there are more than one request may have, with every reason', async () => {
      const spans = Array.from({ length: LIMITS.otlp.spans + 3 }, () => SPAN)
      const answer = await post(write(request({ ...SPAN, spanId: '' }, ...spans)))
      expect(Number(answer.headers['content-length'])).toBe(answer.bytes.length)
      expect(partial(answer)).toEqual({
        rejectedSpans: '4',
        errorMessage: expect.stringMatching(
          /1 without valid ids .*; 3 because there were more than 10000 spans/,
        ),
      })
      expect(test.spool.records).toHaveLength(1)
      expect(counted()).toEqual([
        ['1', 'span', 'refused', 'malformed', 1],
        ['1', 'span', 'refused', 'too_many_items', 3],
      ])
    })

    it('and refused where none is left', async () => {
      const answer = await post(write(request({ ...SPAN, traceId: 'abcd' }, { ...SPAN, spanId: '' })))
      expectRefused(answer, 400, 3, 'malformed')
      expect(counted()).toEqual([['1', 'span', 'refused', 'malformed', 2]])
    })
  })

  describe('[IN73] have a quota', () => {
    it('that counts spans, not requests', async () => {
      useQuota(3)
      expect((await post(write(request(SPAN, SPAN)))).status).toBe(200)
      const answer = await post(write(request(SPAN, SPAN)))
      expect(answer.status).toBe(429)
      expect(status(answer)).toMatchObject({ code: 8 })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(answer.headers['x-sentry-rate-limits']).toMatch(/^\d+:span:key:over_quota$/)
      expect(test.spool.records).toHaveLength(1)
      expect(counted()).toEqual([['1', 'span', 'refused', 'over_quota', 2]])
    })

    it('that what is rejected for another reason does not use up', async () => {
      useQuota(1)
      expect((await post(write(request(SPAN, { ...SPAN, spanId: '' })))).status).toBe(200)
      expect(test.spool.records).toHaveLength(1)
    })
  })
})

describe('[IN71] a request of another media type', () => {
  it.each([['text/plain'], ['application/x-sentry-envelope'], [undefined]])('%s is refused', async (type) => {
    const test = await startTestServer()
    const headers = { ...AUTH, ...(type !== undefined && { 'content-type': type }) }
    const answer = await test.send({ path: PROJECT, headers, body: '{}' })
    await test.close()
    expect([answer.status, answer.headers['content-type']]).toEqual([415, 'application/json'])
    expect(answer.json).toEqual({ code: 3, message: expect.stringContaining('unsupported_media_type: ') })
  })
})
