import { MOMENT } from '#domain/testing.ts'
import type { ReadSpan } from '#digest/kinds/spans/span-row.ts'

const MINUTE_MS = 60_000

/** A number in [0, 1) that the same seed gives again. */
export function noiseOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function hexOf(noise: () => number, digits: number): string {
  let hex = ''
  while (hex.length < digits)
    hex += Math.floor(noise() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
  return hex.slice(0, digits)
}

export function aReadSpan(over: Partial<ReadSpan> = {}): ReadSpan {
  return {
    seq: 1,
    projectId: '1',
    receivedAt: MOMENT,
    traceId: '0'.repeat(32),
    spanId: '1'.repeat(16),
    parentSpanId: undefined,
    segmentId: '1'.repeat(16),
    isSegment: true,
    startedAt: MOMENT - 100,
    duration: 100,
    op: 'pageload',
    name: '/cart',
    status: 'ok',
    segmentName: '/cart',
    route: '/cart',
    path: '/cart',
    release: undefined,
    environment: undefined,
    user: undefined,
    browser: undefined,
    os: undefined,
    device: undefined,
    sampleRate: undefined,
    vitals: {},
    details: { attributes: {}, links: [], cuts: [], scrubbed: [] },
    ...over,
  }
}

export interface Traffic {
  readonly seed: number
  /** Of each minute. */
  readonly traces: readonly number[]
  readonly spansPerTrace: number
  readonly errorShare: number
  readonly release?: string
  /** How much later all of it arrives. */
  readonly shiftMs?: number
}

/** Page loads that take 50 to 150 ms, and one in fifty 2 s; the parts of each trace that arrive together, in the order of arrival. */
export function* spanTraffic({
  seed,
  traces,
  spansPerTrace,
  errorShare,
  release,
  shiftMs = 0,
}: Traffic): Generator<readonly ReadSpan[]> {
  const noise = noiseOf(seed)
  // The first minute of an hour.
  const start = Math.ceil(MOMENT / 3_600_000) * 3_600_000 + shiftMs
  for (const [minute, count] of traces.entries())
    for (let n = 0; n < count; n++) {
      const traceId = hexOf(noise, 32)
      const common = { traceId, release, receivedAt: start + (minute + n / count) * MINUTE_MS }
      const duration = noise() < 0.02 ? 2000 : 50 + 100 * noise()
      const segment = aReadSpan({ ...common, duration, status: noise() < errorShare ? 'error' : 'ok' })
      const child = aReadSpan({ ...common, isSegment: false, op: 'http.client', route: undefined })
      yield [...Array.from({ length: spansPerTrace - 1 }, () => child), segment]
    }
}
