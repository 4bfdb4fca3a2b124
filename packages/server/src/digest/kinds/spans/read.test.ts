import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { DEFAULT_PROJECT_SETTINGS } from '#domain/projects/project.ts'
import type { ProjectSettings } from '#domain/projects/project.ts'
import { MOMENT } from '#domain/testing.ts'
import type { ReadSpan } from './span-row.ts'
import { digestInParts, type DigestedParts } from '#digest/testing/digest.ts'
import { aRecord, anEnvelope } from '#digest/testing/records.ts'

const TRACE = '0123456789abcdef0123456789abcdef'
const SECONDS = MOMENT / 1000

const typed = (value: unknown): JsonObject => ({ value, type: typeof value }) as JsonObject
const streamed = (over: JsonObject = {}, attributes: Record<string, unknown> = {}): JsonObject => ({
  trace_id: TRACE,
  span_id: 'aaaaaaaaaaaaaaaa',
  name: 'work',
  status: 'ok',
  is_segment: false,
  start_timestamp: SECONDS - 2,
  end_timestamp: SECONDS - 1.75,
  attributes: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, typed(value)])),
  ...over,
})
const transaction = (over: JsonObject = {}): JsonObject => ({
  type: 'transaction',
  event_id: 'e'.repeat(32),
  transaction: '/users/:id',
  transaction_info: { source: 'route' },
  start_timestamp: SECONDS - 2,
  timestamp: SECONDS - 1,
  release: 'shop@1.0.0',
  environment: 'production',
  contexts: { trace: { trace_id: TRACE, span_id: 'bbbbbbbbbbbbbbbb', op: 'pageload', status: 'ok' } },
  spans: [],
  ...over,
})

function digest(
  type: string,
  payload: JsonObject,
  settings: Partial<ProjectSettings> = {},
  header: JsonObject = {},
): DigestedParts {
  const body = anEnvelope([{ type, payload: Buffer.from(JSON.stringify(payload)) }], header)
  return digestInParts(aRecord(body, { clientAddress: '203.0.113.9' }), {
    spoolId: 's',
    settings: { ...DEFAULT_PROJECT_SETTINGS, ...settings },
  })
}
const spansOf = (items: readonly JsonObject[], settings: Partial<ProjectSettings> = {}) =>
  digest('span', { version: 2, items: [...items] }, settings)
const only = ({ spans }: DigestedParts): ReadSpan => {
  expect(spans).toHaveLength(1)
  return spans[0]!
}
const counted = ({ counts }: DigestedParts) =>
  counts.map(({ category, outcome, reason, quantity }) => [category, outcome, reason, quantity])

describe('a container of spans', () => {
  it('[PL120] is read span by span, to the microsecond', () => {
    const span = only(
      spansOf([
        streamed(
          {
            parent_span_id: 'bbbbbbbbbbbbbbbb',
            start_timestamp: SECONDS - 2.000001,
            end_timestamp: SECONDS - 1,
          },
          {
            'sentry.op': 'function',
            'sentry.segment.id': 'cccccccccccccccc',
            'sentry.release': 'shop@1.0.0',
          },
        ),
      ]),
    )
    expect(span).toMatchObject({
      traceId: TRACE,
      spanId: 'aaaaaaaaaaaaaaaa',
      parentSpanId: 'bbbbbbbbbbbbbbbb',
      segmentId: 'cccccccccccccccc',
      isSegment: false,
      op: 'function',
      name: 'work',
      status: 'ok',
      release: 'shop@1.0.0',
      duration: 1000.001,
    })
    expect(span.startedAt).toBeCloseTo(MOMENT - 2000.001, 3)
  })

  it('[PL120] keeps attributes of every type as plain values, and links', () => {
    const span = only(
      spansOf([
        streamed(
          {
            links: [
              { trace_id: TRACE, span_id: 'dddddddddddddddd', attributes: { kind: typed('previous') } },
            ],
          },
          { text: 'a', whole: 3, broken: 0.5, flag: true, list: ['a', 1] },
        ),
      ]),
    )
    expect(span.details.attributes).toMatchObject({
      text: 'a',
      whole: 3,
      broken: 0.5,
      flag: true,
      list: ['a', 1],
    })
    expect(span.details.links).toEqual([
      { traceId: TRACE, spanId: 'dddddddddddddddd', attributes: { kind: 'previous' } },
    ])
  })

  it.each([
    ['no trace id', { trace_id: 'nothing' }],
    ['a trace id of zeros', { trace_id: '0'.repeat(32) }],
    ['a span id of the wrong length', { span_id: 'abc' }],
    ['no end', { end_timestamp: null }],
    ['an end before its start', { end_timestamp: SECONDS - 3 }],
  ])('[PL121] drops and counts a span with %s, and keeps the others', (_, over) => {
    const digested = spansOf([streamed(over), streamed({ span_id: 'bbbbbbbbbbbbbbbb' })])
    expect(digested.spans.map(({ spanId }) => spanId)).toEqual(['bbbbbbbbbbbbbbbb'])
    expect(counted(digested)).toEqual([
      ['span', 'accepted', '', 1],
      ['span', 'dropped', 'malformed', 1],
    ])
  })

  it('[PL121] drops and counts what is beyond the limit of one item', () => {
    const many = Array.from({ length: LIMITS.spans.perItem + 2 }, () => streamed())
    const digested = spansOf(many)
    expect(digested.spans).toHaveLength(LIMITS.spans.perItem)
    expect(counted(digested)).toContainEqual(['span', 'dropped', 'too_many_items', 2])
  })

  it('[PL126] marks attributes that were cut, and counts them', () => {
    const digested = spansOf([streamed({}, { long: 'x'.repeat(LIMITS.spans.attributeBytes * 2) })])
    expect(only(digested).details.cuts).toMatchObject([{ path: 'attributes', unit: 'bytes' }])
    expect(counted(digested)).toContainEqual(['span', 'cut', 'attributes', 1])
  })

  it('[PL127] is moved as a whole when the clock of the sender is wrong', () => {
    const day = 86_400
    const body = anEnvelope(
      [
        {
          type: 'span',
          payload: Buffer.from(
            JSON.stringify({
              version: 2,
              items: [
                streamed({ start_timestamp: SECONDS + day - 2, end_timestamp: SECONDS + day - 1 }),
                streamed({ start_timestamp: SECONDS + day - 1.5, end_timestamp: SECONDS + day - 1.2 }),
              ],
            }),
          ),
        },
      ],
      { sent_at: new Date(MOMENT + day * 1000).toISOString() },
    )
    const { spans } = digestInParts(aRecord(body), { spoolId: 's', settings: DEFAULT_PROJECT_SETTINGS })
    expect(spans.map(({ startedAt }) => Math.round(startedAt - MOMENT))).toEqual([-2000, -1500])
  })
})

it('[PL132] takes a span for a moment that began before anything that is kept, and counts it', () => {
  const digested = spansOf([
    streamed({ start_timestamp: 0.25, end_timestamp: SECONDS }),
    streamed({ start_timestamp: SECONDS - 86_400, end_timestamp: SECONDS }),
  ])
  expect(digested.spans.map(({ startedAt, duration }) => [startedAt - MOMENT, duration])).toEqual([
    [SECONDS * 1000 - MOMENT, 0],
    [(SECONDS - 86_400) * 1000 - MOMENT, 86_400_000],
  ])
  expect(counted(digested)).toContainEqual(['span', 'cut', 'start_timestamp', 1])
})

describe('a transaction', () => {
  it('[PL122] becomes its segment and its spans, which share release and environment', () => {
    const digested = digest(
      'transaction',
      transaction({
        spans: [
          {
            span_id: 'aaaaaaaaaaaaaaaa',
            parent_span_id: 'bbbbbbbbbbbbbbbb',
            op: 'http',
            description: 'GET https://api.example.com/cart?id=5',
            start_timestamp: SECONDS - 1.5,
            timestamp: SECONDS - 1.25,
            status: 'not_found',
            data: { 'http.method': 'GET', 'http.url': 'https://api.example.com/cart?id=5' },
            tags: { 'http.status_code': '404' },
          },
        ],
      }),
    )
    expect(digested.spans).toMatchObject([
      {
        spanId: 'bbbbbbbbbbbbbbbb',
        isSegment: true,
        name: '/users/:id',
        route: '/users/[id]',
        release: 'shop@1.0.0',
      },
      {
        spanId: 'aaaaaaaaaaaaaaaa',
        segmentId: 'bbbbbbbbbbbbbbbb',
        op: 'http.client',
        name: 'GET api.example.com/cart',
        status: 'error',
        release: 'shop@1.0.0',
        environment: 'production',
        path: '/cart',
      },
    ])
    expect(digested.spans[1]!.details.attributes).toMatchObject({
      'http.request.method': 'GET',
      'http.response.status_code': '404',
      'sentry.status.message': 'not_found',
    })
    expect(counted(digested)).toEqual([['transaction', 'accepted', '', 1]])
  })

  it('[PL122] closes a span that was not finished at its own end', () => {
    const spans = [{ span_id: 'aaaaaaaaaaaaaaaa', start_timestamp: SECONDS - 1.5 }]
    expect(digest('transaction', transaction({ spans })).spans[1]!.duration).toBe(500)
  })

  it('[PL122] is read from an event that says it is one', () => {
    expect(only(digest('event', transaction())).name).toBe('/users/:id')
  })

  it('[PL122] without ids, or with an end before its start, is dropped with its reason', () => {
    for (const over of [{ contexts: {} }, { timestamp: SECONDS - 9 }])
      expect(counted(digest('transaction', transaction(over)))).toEqual([
        ['transaction', 'dropped', 'malformed', 1],
      ])
  })

  it('[PL122] says that its breadcrumbs were left out', () => {
    const digested = digest('transaction', transaction({ breadcrumbs: [{ message: 'a' }] }))
    expect(counted(digested)).toContainEqual(['transaction', 'cut', 'breadcrumbs', 1])
  })

  it('[PL124] has its web vitals in milliseconds, whatever unit they were sent in', () => {
    const measurements = {
      lcp: { value: 1.2, unit: 'second' },
      fcp: { value: 800 },
      cls: { value: 0.1, unit: '' },
      made_up: { value: 3 },
      ttfb: { value: 'fast' },
    }
    const { vitals, details } = only(digest('transaction', transaction({ measurements })))
    expect(vitals).toEqual({ lcp: 1200, fcp: 800, cls: 0.1 })
    expect(details.attributes['measurements.made_up']).toBe(3)
  })
})

describe('a span in an item of its own', () => {
  const vital = {
    trace_id: TRACE,
    span_id: 'aaaaaaaaaaaaaaaa',
    is_segment: true,
    segment_id: 'aaaaaaaaaaaaaaaa',
    op: 'ui.interaction.click',
    description: 'button#buy',
    start_timestamp: SECONDS - 1,
    timestamp: SECONDS - 0.9,
    data: { release: 'shop@1.0.0', transaction: '/cart/7' },
    measurements: { inp: { value: 104, unit: 'millisecond' } },
  }

  it('[PL123] is read with its vital and the path of its page, and is no visit of its own', () => {
    expect(only(digest('span', vital))).toMatchObject({
      isSegment: false,
      segmentId: undefined,
      name: 'button#buy',
      path: '/cart/7',
      release: 'shop@1.0.0',
      vitals: { inp: 104 },
    })
  })

  it('[PL123] belongs to the page load that it names', () => {
    const data = { ...vital.data, 'sentry.pageload.span_id': 'cccccccccccccccc' }
    const span = only(digest('span', { ...vital, data }))
    expect([span.segmentId, span.parentSpanId]).toEqual(['cccccccccccccccc', 'cccccccccccccccc'])
  })
})

describe('secrets and addresses in spans', () => {
  const url = 'https://shop.example.com/reset?token=abcdef123456'

  it('[PL125] are replaced in names, attributes and links before anything is stored', () => {
    const digested = spansOf([
      streamed(
        {
          name: 'GET /pay?api_key=sk_live_abcdefghijklmnop',
          links: [
            { trace_id: TRACE, span_id: 'dddddddddddddddd', attributes: { password: typed('hunter2') } },
          ],
        },
        {
          'url.full': url,
          'http.request.header.authorization': ['Bearer abcdefghijkl'],
          password: 'hunter2',
        },
      ),
    ])
    const stored = JSON.stringify(digested.spans)
    for (const secret of ['hunter2', 'abcdef123456', 'abcdefghijkl', 'sk_live'])
      expect(stored).not.toContain(secret)
    expect(counted(digested).some(([, outcome]) => outcome === 'scrubbed')).toBe(true)
  })

  it('[PL125] are replaced in the route that a name stands for', () => {
    const attributes = { 'sentry.op': 'http.server', 'sentry.segment.name.source': 'route' }
    const name = `GET /pay/[id]/${['sk', 'live', 'a1b2c3d4e5f6g7h8i9j0'].join('_')}`
    const span = only(spansOf([streamed({ name, is_segment: true }, attributes)]))
    expect(JSON.stringify(span)).not.toContain('a1b2c3d4e5f6g7h8i9j0')
    expect(span.route).toBeDefined()
  })

  it('[PL125] are replaced where they are literals of SQL', () => {
    const statement = "select * from users where email = 'ann@example.com' and age > 42"
    const span = only(
      spansOf([streamed({ name: statement }, { 'sentry.op': 'db.query', 'db.statement': statement })]),
    )
    expect(span.name).toBe('select * from users where email = ? and age > ?')
    expect(span.details.attributes['db.query.text']).toBe(span.name)
  })

  it('[PL125] of the client are left out where the project keeps none', () => {
    const attributes = {
      'client.address': '203.0.113.9',
      'http.request.header.x-forwarded-for': ['203.0.113.9'],
    }
    const kept = only(spansOf([streamed({}, attributes)], { storeClientAddress: true }))
    const without = only(spansOf([streamed({}, attributes)], { storeClientAddress: false }))
    expect(JSON.stringify(kept)).toContain('203.0.113.9')
    expect(JSON.stringify(without)).not.toContain('203.0.113.9')
  })
})

describe('filters and spans', () => {
  const filters = { ...DEFAULT_PROJECT_SETTINGS.filters }
  const reasonOf = (span: JsonObject, over: Partial<ProjectSettings['filters']>) => {
    const digested = spansOf([span], { filters: { ...filters, ...over } })
    expect(digested.spans).toHaveLength(0)
    return digested.counts[0]!.reason
  }

  it('[PL128] drops the spans that the filters of the project are about, each under its reason', () => {
    const page = { 'sentry.op': 'pageload', 'url.full': 'http://localhost:3000/' }
    expect(reasonOf(streamed({}, { 'sentry.release': 'old@1' }), { releases: ['old@*'] })).toBe(
      'filtered_release',
    )
    expect(reasonOf(streamed({}, page), { localhost: true })).toBe('filtered_localhost')
    expect(reasonOf(streamed({}, { 'user_agent.original': 'Googlebot/2.1' }), { crawlers: true })).toBe(
      'filtered_crawler',
    )
    const probe = {
      'sentry.op': 'http.server',
      'url.path': '/healthz',
      'user_agent.original': 'kube-probe/1.2',
    }
    expect(reasonOf(streamed({ name: 'GET /healthz' }, probe), { healthChecks: true })).toBe(
      'filtered_health_check',
    )
    const old =
      'Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/49.0.2623.112 Safari/537.36'
    expect(reasonOf(streamed({}, { 'user_agent.original': old }), { oldBrowsers: true })).toBe(
      'filtered_browser',
    )
  })
})

describe('the share of traces that a sender keeps', () => {
  it('[PL129] is read from the segment, else from the header of the request', () => {
    const sent = { version: 2, items: [streamed({}, { 'sentry.sample_rate': 0.25 }), streamed()] }
    const { spans } = digest('span', sent, {}, { trace: { sample_rate: '0.5' } })
    expect(spans.map(({ sampleRate }) => sampleRate)).toEqual([0.25, 0.5])
    for (const rate of ['0', '-1', '2', 'all', null])
      expect(
        only(digest('span', { items: [streamed()] }, {}, { trace: { sample_rate: rate } })).sampleRate,
      ).toBeUndefined()
  })
})
