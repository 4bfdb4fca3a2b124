import type { OtlpSpan } from '#protocol/otlp/traces.ts'

const SERVER = 2
const CONSUMER = 5
/** Bits of `flags` that say whether the parent is of another process, and whether that is known at all. */
const REMOTE_IS_KNOWN = 0x100
const IS_REMOTE = 0x200

/** Where one service's part of a trace begins: without a parent, or with one in another process. */
export function isOtlpSegment({ parentSpanId, flags, kind }: OtlpSpan): boolean {
  if (parentSpanId === undefined) return true
  if ((flags & REMOTE_IS_KNOWN) !== 0) return (flags & IS_REMOTE) !== 0
  return kind === SERVER || kind === CONSUMER
}

/** The segment of each span, as far as the way up to it is in the same request. */
export function segmentsOf(spans: readonly OtlpSpan[]): ReadonlyMap<OtlpSpan, string> {
  const byId = new Map(spans.map((span) => [nameOf(span.traceId, span.spanId), span]))
  const segments = new Map<OtlpSpan, string>()
  const seen = new Set<OtlpSpan>()
  for (const span of spans) {
    const path: OtlpSpan[] = []
    let at: OtlpSpan | undefined = span
    // What was seen is not walked again, so that a chain, or a ring, costs its length once.
    while (at !== undefined && !seen.has(at)) {
      seen.add(at)
      path.push(at)
      if (isOtlpSegment(at)) segments.set(at, at.spanId)
      at = segments.has(at) ? undefined : byId.get(nameOf(at.traceId, at.parentSpanId!))
    }
    const segment = segments.get(at ?? path.at(-1)!)
    if (segment !== undefined) for (const each of path) segments.set(each, segment)
  }
  return segments
}

function nameOf(traceId: string, spanId: string): string {
  return `${traceId}${spanId}`
}
