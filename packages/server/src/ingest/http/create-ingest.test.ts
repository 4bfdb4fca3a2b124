import { deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { encodeEnvelope } from '#protocol/encode-envelope.ts'
import { SpoolRefused } from '#spool/spool.ts'
import {
  makeKey,
  makeProject,
  PUBLIC_KEY,
  START,
  startTestServer,
  type TestAnswer,
  type TestServer,
} from '#ingest/testing/ingest-server.ts'

const ID = 'd107b9062e9e40beac9b56b35112e656'
const OTHER_KEY = 'f'.repeat(32)
const ENVELOPE = `/api/1/envelope/?sentry_key=${PUBLIC_KEY}`
const STORE = `/api/1/store/?sentry_key=${PUBLIC_KEY}`
const SECURITY = `/api/1/security/?sentry_key=${PUBLIC_KEY}`
const DSN = `http://${PUBLIC_KEY}@somewhere.else/1`
const EVENT = encodeEnvelope({ event_id: ID }, [{ type: 'event', payload: { message: 'hello' } }])

const WAYS = [
  { way: 'in one piece', isSlow: false },
  { way: 'through node:http', isSlow: true },
]
describe.each(WAYS)('$way', ({ isSlow }) => {
  let test: TestServer
  beforeEach(async () => {
    test = await startTestServer({ isSlow })
  })
  afterEach(() => test.close())

  const eventWith = (header: object) =>
    encodeEnvelope({ ...header }, [{ type: 'event', payload: { message: 'x' } }])
  const reasons = () =>
    test.count.drain().map(({ projectId, category, outcome, reason, quantity }) => {
      expect(outcome).toBe('refused')
      return [projectId, category, reason, quantity]
    })

  function expectRefused(answer: TestAnswer, status: number, reason: string): void {
    expect([answer.status, answer.json?.['reason']]).toEqual([status, reason])
    expect(answer.json).toMatchObject({ detail: expect.any(String), causes: [expect.any(String)] })
    expect(answer.headers['x-sentry-error']).toContain(reason)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-expose-headers']).toContain('x-sentry-rate-limits')
    expect(test.spool.records).toEqual([])
  }

  describe('[IN1] an accepted request', () => {
    it('is in the spool, with its receipt, before the answer promises its id', async () => {
      const answer = await test.send({
        path: `${ENVELOPE}&sentry_client=sentry.javascript.browser%2F11.11.0`,
        body: EVENT,
        headers: {
          'user-agent': 'UA',
          'sec-ch-ua-platform': '"Linux"',
          'x-sentry-forwarded-for': '203.0.113.9',
        },
      })
      expect([answer.status, answer.text]).toEqual([200, `{"id":"${ID}"}`])
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'x-sentry-error, x-sentry-rate-limits, retry-after',
        'cross-origin-resource-policy': 'cross-origin',
        'content-type': 'application/json',
      })
      expect(test.spool.records).toEqual([
        {
          body: EVENT,
          receipt: {
            receivedAt: START,
            projectId: '1',
            keyId: 'key-of-1',
            form: 'envelope',
            eventId: ID,
            clientAddress: '203.0.113.9',
            userAgent: 'UA',
            clientHints: { 'sec-ch-ua-platform': '"Linux"' },
            sdk: 'sentry.javascript.browser/11.11.0',
          },
        },
      ])
      expect(test.count.drain()).toEqual([])
    })

    it('is refused when the spool throws, with the reason and a time to come back', async () => {
      test.spool.failsWith = new SpoolRefused('disk_full', 30)
      const answer = await test.send({ path: ENVELOPE, body: EVENT })
      expectRefused(answer, 503, 'disk_full')
      expect(answer.headers['retry-after']).toBe('30')
      expect(reasons()).toEqual([['1', 'default', 'disk_full', 1]])
    })

    it('is refused when anything else fails, and the log says what', async () => {
      test.spool.failsWith = new Error('a fault')
      expectRefused(await test.send({ path: ENVELOPE, body: EVENT }), 503, 'internal')
      expect(test.logged).toMatchObject([{ message: 'ingest failed', error: test.spool.failsWith }])
    })

    it('is refused before its body is read while the spool is full', async () => {
      test.spool.refuses = new SpoolRefused('spool_full', 7)
      const answer = await test.send({ path: ENVELOPE, body: EVENT })
      expectRefused(answer, 503, 'spool_full')
      expect(answer.headers['retry-after']).toBe('7')
    })
  })

  describe('[IN6] the promised id', () => {
    it('is the one of the header, in one form', async () => {
      const dashed = eventWith({ event_id: 'D107B906-2E9E-40BE-AC9B-56B35112E656' })
      expect((await test.send({ path: ENVELOPE, body: dashed })).json).toEqual({ id: ID })
    })

    it('is the one of the payload where the header has none', async () => {
      const body = encodeEnvelope({}, [
        { type: 'session', payload: '{}' },
        { type: 'event', payload: { event_id: ID } },
      ])
      expect((await test.send({ path: ENVELOPE, body })).json).toEqual({ id: ID })
      expect(test.spool.records[0]?.receipt.eventId).toBe(ID)
    })

    it.each([
      ['has none', '{}'],
      ['is no JSON', '{'],
      ['is deeper than anybody may read', '['.repeat(10_000) + ']'.repeat(10_000)],
      ['is no object', '5'],
    ])('is a new one where the payload %s', async (_, payload) => {
      const answer = await test.send({
        path: ENVELOPE,
        body: encodeEnvelope({}, [{ type: 'event', payload }]),
      })
      expect(answer.json?.['id']).toMatch(/^[0-9a-f]{32}$/)
      expect(test.spool.records[0]?.receipt.eventId).toBe(answer.json?.['id'])
    })

    it('is absent where nothing has an id', async () => {
      const body = encodeEnvelope({}, [{ type: 'session', payload: '{}' }])
      expect((await test.send({ path: ENVELOPE, body })).text).toBe('{}')
      expect(test.spool.records[0]?.receipt.eventId).toBeUndefined()
    })
  })

  describe('[IN2] keys', () => {
    it.each([
      ['query', ENVELOPE, {}],
      ['X-Sentry-Auth', '/api/1/envelope/', { 'x-sentry-auth': `Sentry sentry_key=${PUBLIC_KEY}` }],
      ['Authorization', '/api/1/envelope/', { authorization: `sentry sentry_key=${PUBLIC_KEY}` }],
      ['Basic', '/api/1/envelope/', { authorization: `Basic ${btoa(`${PUBLIC_KEY}:x`)}` }],
      ['both, where the query counts', ENVELOPE, { 'x-sentry-auth': `Sentry sentry_key=${OTHER_KEY}` }],
      ['upper case', `/api/1/envelope/?sentry_key=${PUBLIC_KEY.toUpperCase()}`, {}],
    ])('are taken from: %s', async (_, path, headers) => {
      expect((await test.send({ path, headers, body: EVENT })).status).toBe(200)
    })

    it('are taken from the dsn of the envelope, whatever host it names', async () => {
      const answer = await test.send({
        path: '/api/1/envelope/',
        body: eventWith({ dsn: DSN, event_id: ID }),
      })
      expect(answer.json).toEqual({ id: ID })
    })
  })

  describe('[IN3] senders that are refused', () => {
    it.each([
      ['no key', '/api/1/store/', {}, 401, 'unauthenticated'],
      ['a header without key', '/api/1/envelope/', { 'x-sentry-auth': 'Sentry a=b' }, 401, 'unauthenticated'],
      ['a malformed key', '/api/1/envelope/?sentry_key=abc', {}, 400, 'unauthenticated'],
      ['an unknown key', `/api/1/envelope/?sentry_key=${OTHER_KEY}`, {}, 403, 'unknown_key'],
      ['another project', `/api/2/envelope/?sentry_key=${PUBLIC_KEY}`, {}, 403, 'unknown_key'],
      ['a later protocol', `${ENVELOPE}&sentry_version=8`, {}, 400, 'malformed'],
    ])('%s', async (_, path, headers, status, reason) => {
      expectRefused(await test.send({ path, headers, body: EVENT }), status, reason)
      expect(reasons()).toEqual([[undefined, expect.any(String), reason, 1]])
    })

    it('an envelope without any key', async () => {
      const trace = { public_key: PUBLIC_KEY, trace_id: ID }
      expectRefused(
        await test.send({ path: '/api/1/envelope/', body: eventWith({ trace }) }),
        401,
        'unauthenticated',
      )
    })

    it.each([
      ['another project', `http://${PUBLIC_KEY}@h/2`],
      ['another key', `http://${OTHER_KEY}@h/1`],
      ['nothing readable', 'http://h'],
      ['no text', 5],
    ])('an envelope whose dsn names %s', async (_, dsn) => {
      expectRefused(await test.send({ path: ENVELOPE, body: eventWith({ dsn }) }), 400, 'malformed')
      expect(reasons()).toEqual([['1', 'default', 'malformed', 1]])
    })

    it('a disabled key, counted for its project', async () => {
      test.keys.replaceAll([makeKey('1', { enabled: false })], [makeProject('1')])
      expectRefused(await test.send({ path: ENVELOPE, body: EVENT }), 403, 'unknown_key')
      expect(reasons()).toEqual([['1', 'default', 'unknown_key', 1]])
    })

    it('[IN13] a page of another origin', async () => {
      test.keys.replaceAll([makeKey('1')], [makeProject('1', { allowedOrigins: ['https://shop.test'] })])
      const headers = { origin: 'https://evil.test' }
      expectRefused(await test.send({ path: ENVELOPE, headers, body: EVENT }), 403, 'origin_not_allowed')
      expect(
        (await test.send({ path: ENVELOPE, headers: { origin: 'https://shop.test' }, body: EVENT })).status,
      ).toBe(200)
    })
  })

  describe('[IN9] tunnels', () => {
    it.each(['/tunnel', '/my/app/envelope', '/envelope/?o=1'])('%s goes by the dsn inside', async (path) => {
      const answer = await test.send({ path, body: eventWith({ dsn: DSN, event_id: ID }) })
      expect(answer.json).toEqual({ id: ID })
      expect(test.spool.records[0]?.receipt.projectId).toBe('1')
    })

    it('ignore the headers of the application in front', async () => {
      const headers = { authorization: `Basic ${btoa('user:password')}`, 'x-sentry-auth': 'nonsense' }
      expect((await test.send({ path: '/tunnel', headers, body: eventWith({ dsn: DSN }) })).status).toBe(200)
    })

    it.each([
      ['no dsn', {}, 401, 'unauthenticated'],
      ['an unknown key', { dsn: `http://${OTHER_KEY}@h/1` }, 403, 'unknown_key'],
      ['another project', { dsn: `http://${PUBLIC_KEY}@h/2` }, 403, 'unknown_key'],
    ])('refuse %s', async (_, header, status, reason) => {
      expectRefused(await test.send({ path: '/tunnel', body: eventWith(header) }), status, reason)
    })
  })

  describe('[IN7] store', () => {
    it.each([
      ['JSON', `{"event_id":"${ID}"}`, {}],
      ['JSON, gzipped', gzipSync(`{"event_id":"${ID}"}`), { 'content-encoding': 'gzip' }],
      ['base64 of zlib', deflateSync(`{"event_id":"${ID}"}`).toString('base64'), {}],
    ])('takes %s and spools plain JSON', async (_, body, headers) => {
      const answer = await test.send({ path: STORE, headers, body })
      expect(answer.json).toEqual({ id: ID })
      expect(test.spool.records).toMatchObject([{ receipt: { form: 'store', eventId: ID } }])
      expect(test.spool.records[0]?.body.toString()).toBe(`{"event_id":"${ID}"}`)
    })

    it('takes an envelope where the content type says so, its dsn included', async () => {
      const headers = { 'content-type': 'application/x-sentry-envelope' }
      const answer = await test.send({
        path: '/api/1/store/',
        headers,
        body: eventWith({ dsn: DSN, event_id: ID }),
      })
      expect(answer.json).toEqual({ id: ID })
      expect(test.spool.records[0]?.receipt.form).toBe('envelope')
    })

    it('finds the project by the key where the address has none', async () => {
      await test.send({ path: `/api/store/?sentry_key=${PUBLIC_KEY}`, body: '{}' })
      expect(test.spool.records).toMatchObject([{ receipt: { projectId: '1', eventId: expect.any(String) } }])
    })

    it.each([
      ['base64 of zlib', deflateSync('{"message":"hello?>~"}').toString('base64')],
      ['JSON', encodeURIComponent('{"message":"hello?>~"}')],
    ])('answers a GET with %s by a pixel', async (_, data) => {
      const answer = await test.send({ method: 'GET', path: `${STORE}&sentry_data=${data}` })
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toBe('image/gif')
      expect(answer.text.slice(0, 6)).toBe('GIF89a')
      expect(test.spool.records[0]?.body.toString()).toBe('{"message":"hello?>~"}')
    })

    it.each([
      ['nothing', '', 400, 'empty'],
      ['no JSON', '{', 400, 'malformed'],
      ['10,000 levels', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 400, 'too_deep'],
      ['too much', `{"a":"${'x'.repeat(LIMITS.storeBytes)}"}`, 413, 'too_large'],
      ['far too much', 'x'.repeat(LIMITS.storeBytes * 2), 413, 'too_large'],
    ])('refuses %s', async (_, body, status, reason) => {
      expectRefused(await test.send({ path: STORE, body }), status, reason)
      expect(reasons()).toEqual([['1', 'error', reason, 1]])
    })
  })

  describe('[IN8] security reports', () => {
    const body = '{"csp-report":{"blocked-uri":"inline"}}'
    const headers = { 'content-type': 'application/csp-report' }

    it('are spooled as sent, with what the query says', async () => {
      const path = `${SECURITY}&sentry_environment=prod&sentry_release=shop%401`
      expect((await test.send({ path, headers, body })).status).toBe(200)
      expect(test.spool.records).toMatchObject([
        {
          receipt: { form: 'security', environment: 'prod', release: 'shop@1', eventId: expect.any(String) },
        },
      ])
      expect(test.spool.records[0]?.body.toString()).toBe(body)
    })

    it('of other media types are refused', async () => {
      expectRefused(await test.send({ path: SECURITY, body }), 415, 'unsupported_media_type')
      expect(reasons()).toEqual([['1', 'security', 'unsupported_media_type', 1]])
    })

    it('that are none are refused', async () => {
      expectRefused(await test.send({ path: SECURITY, headers, body: '{}' }), 400, 'malformed')
    })
  })

  describe('[IN18] one bad item never costs the good ones beside it', () => {
    const tooLarge = { type: 'event', payload: { message: 'x'.repeat(LIMITS.itemBytes['event']!) } }

    it('an item that is too large is left out', async () => {
      const items = [tooLarge, { type: 'session', payload: '{}' }]
      expect(
        (await test.send({ path: ENVELOPE, body: encodeEnvelope({ event_id: ID }, items) })).status,
      ).toBe(200)
      expect(test.spool.records[0]?.receipt.refusedItems).toEqual([0])
      expect(reasons()).toEqual([['1', 'error', 'too_large', 1]])
    })

    it('attachments beyond the limit are left out', async () => {
      const items = Array.from({ length: 32 }, () => ({ type: 'attachment', payload: 'x' }))
      await test.send({ path: ENVELOPE, body: encodeEnvelope({}, items) })
      expect(test.spool.records[0]?.receipt.refusedItems).toEqual([30, 31])
      expect(reasons()).toEqual([['1', 'attachment', 'too_many_items', 2]])
    })

    it('an envelope of which nothing is left is refused, and the answer names the item', async () => {
      const answer = await test.send({ path: ENVELOPE, body: encodeEnvelope({}, [tooLarge]) })
      expectRefused(answer, 413, 'too_large')
      expect(answer.json?.['causes']).toEqual([expect.stringContaining('item 0: event of')])
      expect(reasons()).toEqual([['1', 'error', 'too_large', 1]])
    })

    it('items of unknown types are accepted', async () => {
      const body = encodeEnvelope({}, [
        { type: 'from_the_future', payload: '?' },
        { type: '__proto__', payload: '' },
      ])
      expect((await test.send({ path: ENVELOPE, body })).status).toBe(200)
      expect(test.spool.records[0]?.body).toEqual(body)
    })

    it('an envelope without items is accepted, and nothing is spooled', async () => {
      expect((await test.send({ path: ENVELOPE, body: '{}\n' })).text).toBe('{}')
      expect(test.spool.records).toEqual([])
    })
  })

  describe('[IN5] bodies that are refused', () => {
    it.each([
      ['nothing', '', {}, 400, 'empty'],
      ['no envelope', 'hello', {}, 400, 'malformed'],
      ['a truncated item', '{}\n{"type":"event","length":99}\n{}', {}, 400, 'malformed'],
      ['too many items', `{}${'\n{"type":"a"}\nx'.repeat(501)}`, {}, 413, 'too_many_items'],
      ['plain bytes said to be gzip', EVENT, { 'content-encoding': 'gzip' }, 400, 'bad_encoding'],
      ['plain bytes said to be zstd', EVENT, { 'content-encoding': 'zstd' }, 400, 'bad_encoding'],
      [
        'half a gzip stream',
        gzipSync(EVENT).subarray(0, 60),
        { 'content-encoding': 'gzip' },
        400,
        'bad_encoding',
      ],
      ['four codings', EVENT, { 'content-encoding': 'br, br, br, br' }, 400, 'bad_encoding'],
    ])('%s', async (_, body, headers, status, reason) => {
      expectRefused(await test.send({ path: ENVELOPE, headers, body }), status, reason)
      expect(reasons()).toEqual([['1', 'default', reason, 1]])
    })

    it('says at which byte', async () => {
      const answer = await test.send({ path: ENVELOPE, body: '{}\n{"type":"a"}\nx\nnonsense' })
      expect(answer.json?.['causes']).toEqual(['item 1: item header is not JSON (byte 18)'])
    })
  })

  describe('[IN12] quotas', () => {
    const errors = { category: 'error', limit: 1, windowSeconds: 60 } as const

    it('reject limited items with 429 and Retry-After', async () => {
      test.keys.replaceAll([makeKey('1', { quotas: [errors] })], [makeProject('1')])
      expect((await test.send({ path: ENVELOPE, body: EVENT })).status).toBe(200)
      test.spool.records.length = 0
      const answer = await test.send({ path: ENVELOPE, body: EVENT })
      expectRefused(answer, 429, 'over_quota')
      expect(answer.headers['x-sentry-rate-limits']).toMatch(/^\d+:error:key:over_quota$/)
      expect(answer.headers['retry-after']).toBe(
        answer.headers['x-sentry-rate-limits']?.toString().split(':')[0],
      )
      expect(reasons()).toEqual([['1', 'error', 'over_quota', 1]])
      test.clock += 70_000
      expect((await test.send({ path: ENVELOPE, body: EVENT })).status).toBe(200)
    })

    it('let the other items of the envelope pass, with 200 and the limits', async () => {
      test.keys.replaceAll([makeKey('1')], [makeProject('1', { quotas: [{ ...errors, limit: 0 }] })])
      const items = [
        { type: 'event', payload: '{}' },
        { type: 'session', payload: '{}' },
      ]
      const answer = await test.send({ path: ENVELOPE, body: encodeEnvelope({ event_id: ID }, items) })
      expect(answer.status).toBe(200)
      expect(answer.headers['x-sentry-rate-limits']).toBe('60:error:project:over_quota')
      expect(answer.headers['retry-after']).toBeUndefined()
      expect(test.spool.records[0]?.receipt.refusedItems).toEqual([0])
    })

    it('count the entries of a container', async () => {
      const logs = { category: 'log_item', limit: 10, windowSeconds: 60 } as const
      test.keys.replaceAll([makeKey('1', { quotas: [logs] })], [makeProject('1')])
      const log = { type: 'log', header: { item_count: 6 }, payload: { items: [] } }
      expect((await test.send({ path: ENVELOPE, body: encodeEnvelope({}, [log]) })).status).toBe(200)
      expect((await test.send({ path: ENVELOPE, body: encodeEnvelope({}, [log]) })).status).toBe(429)
      expect(reasons()).toEqual([['1', 'log_item', 'over_quota', 6]])
    })

    it('for everything refuse before the body is read', async () => {
      test.keys.replaceAll(
        [makeKey('1', { quotas: [{ ...errors, category: 'all', limit: 0 }] })],
        [makeProject('1')],
      )
      const answer = await test.send({ path: ENVELOPE, body: 'not even an envelope' })
      expectRefused(answer, 429, 'over_quota')
      expect(answer.headers['x-sentry-rate-limits']).toBe('60::key:over_quota')
    })

    it.each([
      [STORE, '{}', {}, 'error'],
      [STORE, '{"type":"transaction"}', {}, 'transaction'],
      [SECURITY, '{"csp-report":{}}', { 'content-type': 'application/json' }, 'security'],
    ] as const)('hold for %s with %s', async (path, body, headers, category) => {
      test.keys.replaceAll(
        [makeKey('1', { quotas: [{ ...errors, category, limit: 0 }] })],
        [makeProject('1')],
      )
      const answer = await test.send({ path, headers, body })
      expectRefused(answer, 429, 'over_quota')
      expect(answer.headers['x-sentry-rate-limits']).toBe(`60:${category}:key:over_quota`)
      expect(reasons()).toEqual([['1', category, 'over_quota', 1]])
    })
  })

  describe('[IN10] addresses and methods', () => {
    it.each(['/', '/api/0/', '/api/v1/issues', '/api/auth/envelope', '/api/0/envelope/'])(
      '%s is left to others',
      async (path) => {
        const answer = await test.send({ path, body: EVENT })
        expect([answer.status, answer.headers['x-not-ingest']]).toEqual([404, '1'])
      },
    )

    it.each(['/api/1/minidump/', '/api/1/cron/nightly/', '/api/1/integration/otlp/v1/logs'])(
      'reports %s as not supported',
      async (path) => {
        const answer = await test.send({ path: `${path}?sentry_key=${PUBLIC_KEY}`, body: 'x' })
        expectRefused(answer, 404, 'not_supported')
        expect(answer.json?.['causes']).toEqual([expect.stringContaining('not supported by this version')])
        expect(reasons()).toEqual([[undefined, 'default', 'not_supported', 1]])
      },
    )

    it.each([
      ['PUT', ENVELOPE, 'POST, OPTIONS'],
      ['GET', ENVELOPE, 'POST, OPTIONS'],
      ['DELETE', '/tunnel', 'POST, OPTIONS'],
      ['PUT', STORE, 'POST, GET, OPTIONS'],
      ['GET', SECURITY, 'POST, OPTIONS'],
    ])('%s %s is answered by what is allowed', async (method, path, allow) => {
      const answer = await test.send({ method, path })
      expectRefused(answer, 405, 'not_supported')
      expect(answer.headers.allow).toBe(allow)
    })

    it('HEAD is answered like GET, without a body', async () => {
      const answer = await test.send({ method: 'HEAD', path: ENVELOPE })
      expect([answer.status, answer.text, answer.headers.allow]).toEqual([405, '', 'POST, OPTIONS'])
    })

    it.each([ENVELOPE, STORE, SECURITY, '/tunnel', '/api/store/', '/api/1/minidump'])(
      'a preflight for %s is granted what it asks for',
      async (path) => {
        const headers = {
          origin: 'https://shop.test',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-custom,x-sentry-auth',
        }
        const answer = await test.send({ method: 'OPTIONS', path, headers })
        expect(answer.status).toBe(204)
        expect(answer.headers).toMatchObject({
          'access-control-allow-origin': '*',
          'access-control-allow-headers': 'x-custom,x-sentry-auth',
          'access-control-max-age': '3600',
        })
        expect(answer.headers['access-control-allow-methods']).toContain('POST')
      },
    )
  })

  describe('[IN19] who watches the wire', () => {
    it('sees every request, without its secrets', async () => {
      const path = `${ENVELOPE}&sentry_client=x%2F1`
      await test.send({ path, body: EVENT, headers: { origin: 'https://shop.test' } })
      await test.send({ path, body: 'nonsense' })
      expect(test.observed).toEqual([
        {
          at: START,
          method: 'POST',
          pattern: '/api/{project}/envelope/',
          keyPrefix: PUBLIC_KEY.slice(0, 6),
          projectId: '1',
          status: 200,
          reason: '',
          detail: '',
          bytes: EVENT.length,
          items: 1,
          origin: 'https://shop.test',
          sdk: 'x/1',
          durationMs: 0,
        },
        expect.objectContaining({ status: 400, reason: 'malformed', items: 0, bytes: 8 }),
      ])
      expect(JSON.stringify(test.observed)).not.toContain(PUBLIC_KEY)
    })
  })
})
