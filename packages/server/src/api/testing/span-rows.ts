import type { SpanRow } from '#stores/telemetry/spans.ts'

/** A span of a browser's page load; override what the test is about. */
export function aSpanRow(
  spanId: string,
  overrides: Partial<Omit<SpanRow, 'seq' | 'projectId'>> & Pick<SpanRow, 'traceId' | 'receivedAt'>,
): Omit<SpanRow, 'seq' | 'projectId'> {
  return {
    spanId,
    parentSpanId: undefined,
    segmentId: undefined,
    isSegment: false,
    startedAt: overrides.receivedAt - 1000,
    duration: 120.5,
    op: 'http.client',
    name: 'GET /api/cart',
    status: 'ok',
    segmentName: undefined,
    route: undefined,
    path: undefined,
    release: 'shop@1.4.2',
    environment: 'production',
    user: undefined,
    browser: undefined,
    os: undefined,
    device: undefined,
    sampleRate: undefined,
    vitals: {},
    details: { attributes: { 'http.request.method': 'GET' }, links: [], cuts: [], scrubbed: [] },
    ...overrides,
  }
}
