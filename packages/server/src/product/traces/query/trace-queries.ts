import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import type { TimeRange } from '#domain/time-range.ts'
import type { SpanDetails, SpanOutline } from '#domain/traces/span.ts'
import type { CountedSpans, FoundSpan, SpanCondition } from '#domain/traces/span-query.ts'
import type { SpanScope, SpanSearch } from '#stores/telemetry/span-search.ts'
import type { SegmentScope, SegmentSummary, SpanTelemetry } from '#stores/telemetry/spans.ts'
import { assembleTrace, type AssembledTrace } from './assemble-trace.ts'
import { errorsOfTrace, type TraceErrors, type TraceErrorStores } from './trace-errors.ts'

export interface TraceReport extends AssembledTrace, TraceErrors {
  readonly traceId: string
  /** By start. */
  readonly spans: readonly SpanOutline[]
  readonly stored: number
  /** Later spans are left out, because there are more than LIMITS.traces.spans. */
  readonly cut: boolean
  /** Those that the spans are of. */
  readonly projects: readonly Project[]
}

export interface TraceListOptions extends Pick<SegmentScope, 'op' | 'route' | 'release' | 'environment'> {
  readonly order: 'latest' | 'slowest'
  readonly sinceMs: number
  readonly limit: number
}

export interface SegmentPage {
  readonly segments: readonly SegmentSummary[]
  readonly more: boolean
}

/** Who may see which projects is decided before; nothing here checks it. */
export interface TraceQueries {
  /** What these projects have of the trace; `not_found` where that is nothing. */
  trace(projects: readonly Project[], traceId: string): Promise<TraceReport>
  /** How many spans these projects have of the trace. */
  stored(projects: readonly Project[], traceId: string): Promise<number>
  span(project: Project, traceId: string, spanId: string): Promise<SpanDetails>
  segments(project: Project, options: TraceListOptions): Promise<SegmentPage>
  /** Spans of these projects, whatever their trace. */
  search(asked: SpansAsked, options: Parameters<SpanSearch['searchSpans']>[1]): Promise<readonly FoundSpan[]>
  count(asked: SpansAsked, options: Parameters<SpanSearch['countSpans']>[1]): Promise<readonly CountedSpans[]>
}

export interface SpansAsked {
  readonly projects: readonly Project[]
  readonly range: TimeRange
  readonly where: readonly SpanCondition[]
}

interface TraceStores extends TraceErrorStores {
  readonly telemetry: TraceErrorStores['telemetry'] & SpanTelemetry & SpanSearch
  readonly now: () => number
}

export function createTraceQueries(stores: TraceStores): TraceQueries {
  const { telemetry, now } = stores
  return {
    trace: (projects, traceId) => readTrace(stores, projects, traceId),
    async stored(projects, traceId) {
      return (await telemetry.trace(idsOf(projects), traceId, { limit: 1 })).stored
    },
    async span(project, traceId, spanId) {
      const details = await telemetry.spanDetails(project.id, traceId, spanId)
      if (details === undefined) throw new AppError('not_found', 'Span not found, or it has expired.')
      return details
    },
    async segments(project, { order, sinceMs, limit, ...filters }) {
      const to = now() + 1
      const scope = { projectId: project.id, range: { from: to - sinceMs, to }, ...filters }
      const segments = await telemetry.segments(scope, { order, limit: limit + 1 })
      return { segments: segments.slice(0, limit), more: segments.length > limit }
    },
    search: (asked, options) => telemetry.searchSpans(scopeOf(asked), options),
    count: (asked, options) => telemetry.countSpans(scopeOf(asked), options),
  }
}

async function readTrace(
  stores: TraceStores,
  projects: readonly Project[],
  traceId: string,
): Promise<TraceReport> {
  const { spans, stored } = await stores.telemetry.trace(idsOf(projects), traceId, {
    limit: LIMITS.traces.spans,
  })
  if (spans.length === 0) throw new AppError('not_found', 'Trace not found, or it has expired.')
  const present = new Set(spans.map(({ projectId }) => projectId))
  const own = projects.filter(({ id }) => present.has(id))
  const others = projects.filter(({ id }) => !present.has(id))
  const found = await errorsOfTrace(stores, [...own, ...others], traceId, receiptRange(spans))
  const cut = spans.length >= LIMITS.traces.spans && stored > spans.length
  return { traceId, spans, stored, cut, projects: own, ...assembleTrace(spans), ...found }
}

/** When errors of the trace can have been received: by our clock, while spans only tell that of their senders. */
function receiptRange(spans: readonly SpanOutline[]): TimeRange {
  let from = Infinity
  let to = -Infinity
  for (const { startedAt, duration } of spans) {
    from = Math.min(from, startedAt)
    to = Math.max(to, startedAt + duration)
  }
  const { errorsBeforeMs, errorsAfterMs } = LIMITS.traces
  return { from: Math.floor(from - errorsBeforeMs), to: Math.ceil(to + errorsAfterMs) }
}

function scopeOf({ projects, range, where }: SpansAsked): SpanScope {
  return { places: idsOf(projects).map((projectId) => ({ projectId, range })), where }
}

function idsOf(projects: readonly Project[]): readonly string[] {
  return projects.map(({ id }) => id)
}
