import { createHash } from 'node:crypto'

import type { FeedbackRow } from './feedback.ts'
import type { SpanRow } from './spans.ts'
import type { EventRow, RawItemRow } from './telemetry.ts'

/** Start of an hour. */
export const T0 = 1_750_003_200_000

export const eventIdOf = (seed: string | number): string =>
  createHash('sha256').update(String(seed)).digest('hex').slice(0, 32)

/** Believable, and different for every sequence number; override what the test is about. */
export function anEvent(overrides: Partial<EventRow> & { readonly seq: number }): EventRow {
  const receivedAt = overrides.receivedAt ?? T0 + overrides.seq
  const eventId = overrides.eventId ?? eventIdOf(overrides.seq)
  return {
    spoolId: 'spool-a',
    projectId: '1',
    eventId,
    issueId: '7',
    receivedAt,
    occurredAt: receivedAt - 40,
    storedAt: receivedAt + 250,
    kind: 'error',
    level: 'error',
    title: 'TypeError: x is not a function',
    culprit: 'render(app/cart)',
    type: 'TypeError',
    value: 'x is not a function',
    transaction: '/cart/[id]',
    route: '/cart/[id]',
    platform: 'javascript',
    environment: 'production',
    release: 'shop@1.0.0',
    dist: undefined,
    user: 'id:1',
    browser: 'Chrome 126',
    os: 'Windows 11',
    device: undefined,
    url: 'https://shop.example/cart/9',
    sdk: 'sentry.javascript.react/8.0.0',
    handled: false,
    traceId: eventIdOf(`trace ${overrides.seq}`),
    tags: [['server', 'web-1']],
    fingerprint: overrides.document?.grouping.fingerprint ?? eventIdOf('fingerprint'),
    document: {
      payload: { event_id: eventId, message: `event ${overrides.seq}` },
      received: {
        at: receivedAt,
        sentAt: undefined,
        address: '203.0.113.7',
        userAgent: 'Mozilla/5.0',
        clientHints: {},
        sdk: undefined,
      },
      cuts: [],
      scrubbed: [],
      grouping: {
        version: 1,
        fingerprint: eventIdOf('fingerprint'),
        evidence: { rule: 'stacktrace', summary: 'by the stack', parts: ['render'] },
      },
    },
    ...overrides,
  }
}

export function aRawItem(overrides: Partial<RawItemRow> & { readonly seq: number }): RawItemRow {
  return {
    projectId: '1',
    receivedAt: T0 + overrides.seq,
    itemType: 'transaction',
    eventId: undefined,
    header: '{"type":"transaction"}',
    body: new TextEncoder().encode(`{"n":${overrides.seq}}`),
    ...overrides,
  }
}

export const traceIdOf = (seed: string | number): string => eventIdOf(`trace ${seed}`)

export const spanIdOf = (seed: string | number): string => eventIdOf(`span ${seed}`).slice(0, 16)

/** A request of a page to its server, with an id for every sequence number; override what the test is about. */
export function aSpan(overrides: Partial<SpanRow> & { readonly seq: number }): SpanRow {
  const receivedAt = overrides.receivedAt ?? T0 + overrides.seq
  return {
    projectId: '1',
    traceId: traceIdOf('one'),
    spanId: spanIdOf(overrides.seq),
    parentSpanId: spanIdOf('root'),
    segmentId: spanIdOf('root'),
    isSegment: false,
    startedAt: receivedAt - 900 + 0.125,
    duration: 48.25,
    op: 'http.client',
    name: 'GET /api/cart/{id}',
    status: 'ok',
    receivedAt,
    segmentName: '/cart/[id]',
    route: '/cart/:id',
    path: '/api/cart/9',
    release: 'shop@1.0.0',
    environment: 'production',
    user: 'id:1',
    browser: 'Chrome 126',
    os: 'Windows 11',
    device: undefined,
    sampleRate: 0.25,
    vitals: {},
    details: {
      attributes: { 'http.request.method': 'GET', 'http.response.status_code': 200, n: overrides.seq },
      links: [],
      cuts: [],
      scrubbed: [],
    },
    ...overrides,
  }
}

/** The page load of a trace of its own, by somebody whose visits are not sampled. */
export function aVisit(seq: number, overrides: Partial<SpanRow> = {}): SpanRow {
  const spanId = spanIdOf(seq)
  return aSpan({
    seq,
    spanId,
    segmentId: spanId,
    parentSpanId: undefined,
    traceId: traceIdOf(seq),
    isSegment: true,
    op: 'pageload',
    route: '/cart',
    path: '/cart',
    sampleRate: undefined,
    vitals: {},
    ...overrides,
  })
}

export function aFeedback(overrides: Partial<FeedbackRow> & { readonly seq: number }): FeedbackRow {
  const receivedAt = overrides.receivedAt ?? T0 + overrides.seq
  return {
    projectId: '1',
    feedbackId: eventIdOf(`feedback ${overrides.seq}`),
    receivedAt,
    occurredAt: receivedAt - 30,
    message: 'The button does nothing',
    name: 'Ada',
    email: 'ada@example.com',
    url: 'https://shop.example/cart/9',
    eventId: eventIdOf(overrides.seq),
    replayId: undefined,
    release: 'shop@1.0.0',
    environment: 'production',
    ...overrides,
  }
}
