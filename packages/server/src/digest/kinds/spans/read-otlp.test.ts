import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { DEFAULT_PROJECT_SETTINGS } from '#domain/projects/project.ts'
import { MOMENT } from '#domain/testing.ts'
import type { Receipt } from '#spool/spool.ts'
import type { ReadSpan } from './span-row.ts'
import { encodeOtlpProtobuf } from '#protocol/testing/encode-otlp.ts'
import { itemMark } from '#digest/item-budget.ts'
import { digestInParts, type DigestedParts } from '#digest/testing/digest.ts'
import { aRecord, anEnvelope } from '#digest/testing/records.ts'

const TRACE = '0123456789abcdef0123456789abcdef'
const id = (digit: number | string) => `${digit}`.repeat(16)
const nanoseconds = (at: number) => String(BigInt(Math.round(at * 1000)) * 1000n)

const attribute = (key: string, value: string | number): JsonObject => ({
  key,
  value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
})
const attributes = (values: Readonly<Record<string, string | number>>): JsonObject[] =>
  Object.entries(values).map(([key, value]) => attribute(key, value))
const span = (over: JsonObject = {}, values: Readonly<Record<string, string | number>> = {}): JsonObject => ({
  traceId: TRACE,
  spanId: id(1),
  name: 'work',
  kind: 1,
  startTimeUnixNano: nanoseconds(MOMENT - 2000.25),
  endTimeUnixNano: nanoseconds(MOMENT - 1999.125),
  attributes: attributes(values),
  ...over,
})
const request = (
  spans: readonly JsonObject[],
  resource: Readonly<Record<string, string>> = {},
): JsonObject => ({
  resourceSpans: [
    {
      resource: { attributes: attributes(resource) },
      scopeSpans: [{ scope: { name: 'lib', version: '2' }, spans: [...spans] }],
    },
  ],
})

const context = { spoolId: 's', settings: DEFAULT_PROJECT_SETTINGS }
const digest = (sent: JsonObject, form: Receipt['form'] = 'otlp-json'): DigestedParts => {
  const body = form === 'otlp-json' ? Buffer.from(JSON.stringify(sent)) : encodeOtlpProtobuf(sent)
  return digestInParts(aRecord(body, { form }), context)
}
const only = ({ spans }: DigestedParts): ReadSpan => {
  expect(spans).toHaveLength(1)
  return spans[0]!
}
const counted = ({ counts }: Pick<DigestedParts, 'counts'>) =>
  counts.map(({ category, outcome, reason, quantity }) => [category, outcome, reason, quantity])

describe('[IN74] spans of OpenTelemetry', () => {
  it('are stored the same from JSON and from protobuf, to the microsecond', () => {
    const sent = request([
      span(
        { kind: 2, status: { code: 2, message: 'boom' }, name: 'GET /users/:id' },
        { 'http.request.method': 'GET' },
      ),
    ])
    const row = only(digest(sent))
    expect(row).toMatchObject({
      traceId: TRACE,
      spanId: id(1),
      startedAt: MOMENT - 2000.25,
      duration: 1.125,
      op: 'http.server',
      name: 'GET /users/:id',
      status: 'error',
      isSegment: true,
    })
    expect(row.details.attributes).toMatchObject({
      'sentry.status.message': 'boom',
      'otel.kind': 'SERVER',
      'instrumentation.name': 'lib',
      'instrumentation.version': '2',
    })
    expect(digest(sent, 'otlp-protobuf').spans).toEqual([row])
    expect(counted(digest(sent))).toEqual([['span', 'accepted', '', 1]])
  })

  it('have release and environment of their resource', () => {
    const resource = {
      'service.name': 'shop',
      'service.version': '1.2.3',
      'deployment.environment.name': 'production',
    }
    const row = only(digest(request([span()], resource)))
    expect([row.release, row.environment]).toEqual(['1.2.3', 'production'])
    expect(row.details.attributes).toMatchObject({
      'service.name': 'shop',
      'resource.service.version': '1.2.3',
    })
  })

  it.each<[string, Record<string, string>, number, string]>([
    ['requests', { 'http.request.method': 'GET' }, 3, 'http.client'],
    ['requests by their earlier name', { 'http.method': 'GET' }, 2, 'http.server'],
    ['queries', { 'db.system': 'postgresql' }, 3, 'db'],
    ['calls', { 'rpc.system': 'grpc' }, 2, 'rpc.server'],
    ['messages', { 'messaging.system': 'kafka' }, 4, 'queue.publish'],
    ['what says so', { 'sentry.op': 'cache.get' }, 3, 'cache.get'],
    ['anything else', {}, 1, 'default'],
  ])('have an operation: %s', (_, values, kind, op) => {
    expect(only(digest(request([span({ kind }, values)]))).op).toBe(op)
  })

  it('belong to the segment that is above them in the request', () => {
    const { spans } = digest(
      request([
        span({ spanId: id(3), parentSpanId: id(2) }),
        span({ spanId: id(2), parentSpanId: id(1), flags: 0x101 }),
        span({ spanId: id(1), parentSpanId: id(9), kind: 2, flags: 0x301 }),
        span({ spanId: id(4), parentSpanId: id(8) }),
        span({ spanId: id(5), parentSpanId: id(6) }),
        span({ spanId: id(6), parentSpanId: id(5) }),
      ]),
    )
    expect(spans.map(({ spanId, segmentId, isSegment }) => [spanId[0], segmentId?.[0], isSegment])).toEqual([
      ['3', '1', false],
      ['2', '1', false],
      ['1', '1', true],
      ['4', undefined, false],
      ['5', undefined, false],
      ['6', undefined, false],
    ])
  })

  it('keep their events and links', () => {
    const events = [
      { timeUnixNano: nanoseconds(MOMENT), name: 'exception', attributes: attributes({ a: 'b' }) },
    ]
    const links = [{ traceId: TRACE, spanId: id(7), attributes: [] }]
    const { details } = only(digest(request([span({ events, links })])))
    expect(details.attributes['otel.events']).toEqual([
      { name: 'exception', at: MOMENT, attributes: { a: 'b' } },
    ])
    expect(details.links).toEqual([{ traceId: TRACE, spanId: id(7), attributes: {} }])
  })

  it('are scrubbed, whatever their encoding', () => {
    const secret = ['hunter', '2hunter2'].join('')
    const sent = request([span({}, { 'user.password': secret })], { 'process.api_key': secret })
    for (const form of ['otlp-json', 'otlp-protobuf'] as const) {
      expect(JSON.stringify(digest(sent, form).spans)).not.toContain(secret)
    }
  })

  it('without times, or with an end before the start, are dropped and counted; others are stored', () => {
    const bad = [span({ startTimeUnixNano: '0' }), span({ endTimeUnixNano: nanoseconds(MOMENT - 9000) })]
    const digested = digest(request([...bad, span()]))
    expect(digested.spans).toHaveLength(1)
    expect(counted(digested)).toEqual([
      ['span', 'accepted', '', 1],
      ['span', 'dropped', 'malformed', 2],
    ])
  })

  it('that the intake rejected are not counted again', () => {
    const digested = digest(request([span({ traceId: 'ab' }), span()]))
    expect(counted(digested)).toEqual([['span', 'accepted', '', 1]])
  })

  it('are counted one by one where they came in an envelope, which nobody looked into', () => {
    const payload = JSON.stringify(request([span({ traceId: 'ab' }), span()]))
    const digested = digestInParts(aRecord(anEnvelope([{ type: 'otlp_traces', payload }])), context)
    expect(counted(digested)).toEqual([
      ['span', 'accepted', '', 1],
      ['span', 'dropped', 'malformed', 1],
    ])
  })

  it.each([
    ['many attributes', Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`k${n}`, 'x'.repeat(190)]))],
    ['a long service name', { 'service.name': 'x'.repeat(3_900) }],
    ['a long release', { 'service.version': 'x'.repeat(3_900), 'deployment.environment': 'x'.repeat(3_900) }],
  ])('[IN77] carry no more of their resource the more of them there are: %s', (_, resource) => {
    const many = Array.from({ length: LIMITS.otlp.spans }, (_unused, n) =>
      span({ spanId: (n + 1).toString(16).padStart(16, '0') }),
    )
    const { spans } = digest(request(many, resource), 'otlp-protobuf')
    const carried = spans.reduce((sum, { details }) => sum + JSON.stringify(details.attributes).length, 0)
    expect(spans).toHaveLength(LIMITS.otlp.spans)
    expect(carried).toBeLessThan(LIMITS.spans.resourceTotalBytes + LIMITS.otlp.spans * 1_000)
  })

  it('[IN77] keep release and environment where the rest of their resource has no room', () => {
    const resource = { a: 'x'.repeat(3_000), 'service.version': '1.2.3', 'deployment.environment': 'live' }
    const many = Array.from({ length: 5_000 }, (_, n) =>
      span({ spanId: (n + 1).toString(16).padStart(16, '0') }),
    )
    for (const row of digest(request(many, resource)).spans.slice(0, 3)) {
      expect(row).toMatchObject({ release: '1.2.3', environment: 'live' })
      expect(row.details.cuts).toMatchObject([{ path: 'resource', unit: 'bytes' }])
    }
  })

  it('are not multiplied by what their resource says: it is cut, and marked as cut', () => {
    const resource = { a: 'x'.repeat(LIMITS.spans.resourceBytes * 2) }
    const spans = Array.from({ length: 3 }, (_, at) => span({ spanId: id(at + 1) }))
    for (const { details } of digest(request(spans, resource)).spans) {
      expect(JSON.stringify(details.attributes).length).toBeLessThan(LIMITS.spans.resourceBytes * 2)
      expect(details.cuts).toMatchObject([{ path: 'resource', unit: 'bytes' }])
    }
  })

  it('that cannot be read are dropped as malformed', () => {
    const digested = digestInParts(aRecord(Buffer.from([0x0a, 0x7f]), { form: 'otlp-protobuf' }), context)
    expect(counted(digested)).toEqual([['span', 'dropped', 'malformed', 1]])
  })
})

describe('[IN75] an export request that is kept raw', () => {
  const secret = ['hunter', '2hunter2'].join('')
  const sent = request([span({ spanId: id(1) }, { 'user.password': secret, route: '/users' })])
  const tooCostly = {
    begin() {},
    done() {},
    overruns: (mark: number) => (mark === itemMark(1000, 0) ? 1 : 0),
  }

  it.each(['otlp-json', 'otlp-protobuf'] as const)('has no secrets and can be read later: %s', (form) => {
    const body = form === 'otlp-json' ? Buffer.from(JSON.stringify(sent)) : encodeOtlpProtobuf(sent)
    const { raw, counts } = digestInParts(aRecord(body, { form }), { ...context, budget: tooCostly })
    const [row] = raw
    const text = Buffer.from(row!.body as Uint8Array).toString('utf8')
    expect(text).not.toContain(secret)
    expect(counted({ counts })).toEqual([
      ['span', 'dropped', 'too_costly', 1],
      ['span', 'scrubbed', expect.any(String), 1],
    ])
    const item = { type: row!.itemType, header: JSON.parse(row!.header) as JsonObject, payload: text }
    const later = only(digestInParts(aRecord(anEnvelope([item])), context))
    const now = only(digest(sent))
    expect({ ...later, details: undefined }).toEqual({ ...now, details: undefined })
    expect(later.details.attributes['route'] satisfies Json | undefined).toBe('/users')
  })
})
