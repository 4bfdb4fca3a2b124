import { MOMENT } from '#domain/testing.ts'
import { hex, seededRandom } from '#domain/seeded-random.ts'
import type { SpanRow } from '#stores/telemetry/spans.ts'
import { aVisit } from '#stores/telemetry/telemetry.builders.ts'

const MINUTE_MS = 60_000

const VISIT = aVisit(1, { receivedAt: MOMENT, startedAt: MOMENT - 100, duration: 100, release: undefined })

/** A page load that nothing speaks for or against. */
export const aPageLoad = (over: Partial<SpanRow> = {}): SpanRow => ({ ...VISIT, ...over })

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
}: Traffic): Generator<readonly SpanRow[]> {
  const random = seededRandom(seed)
  // The first minute of an hour.
  const start = Math.ceil(MOMENT / 3_600_000) * 3_600_000 + shiftMs
  for (const [minute, count] of traces.entries())
    for (let n = 0; n < count; n++) {
      const traceId = hex(random, 32)
      const common = { traceId, release, receivedAt: start + (minute + n / count) * MINUTE_MS }
      const duration = random() < 0.02 ? 2000 : 50 + 100 * random()
      const segment = aPageLoad({ ...common, duration, status: random() < errorShare ? 'error' : 'ok' })
      const child = aPageLoad({ ...common, isSegment: false, op: 'http.client', route: undefined })
      yield [...Array.from({ length: spansPerTrace - 1 }, () => child), segment]
    }
}
