import { LIMITS } from '#domain/limits.ts'
import { requestKinds, type RequestKind } from '#domain/traces/visit-requests.ts'
import type { RouteScope } from '#stores/telemetry/routes.ts'
import type { SegmentSummary } from '#stores/telemetry/spans.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'

/** What the latest visits of a route asked for, and in which languages they were. */
export interface VisitParts {
  /** How many were looked at. */
  readonly visits: number
  readonly requests: readonly RequestKind[]
  /** There were more requests than are looked at: the shortest are left out. */
  readonly isCut: boolean
  /** Those that took about as long as most do. */
  readonly typical: readonly SegmentSummary[]
  /** As the address says it, those with most visits first. */
  readonly locales: ReadonlyArray<{ readonly locale: string; readonly visits: number }>
}

type Telemetry = Pick<TelemetryStore, 'segments' | 'spanAttributes' | 'spansOfTraces'>

const LOCALE = 'hindcast.route.locale'
/** Spans of one visit do not all arrive within the range. */
const BESIDE_MS = 3_600_000

export async function readVisitParts(
  telemetry: Telemetry,
  scope: RouteScope & { readonly route: string },
): Promise<VisitParts> {
  const { projectId, range } = scope
  const segments = await telemetry.segments(scope, { order: 'latest', limit: LIMITS.routes.vitalVisits })
  const visits = segments.filter(({ op }) => op === 'pageload' || op === 'navigation')
  const limit = LIMITS.routes.vitalSpans
  const [spans, locales] = await Promise.all([
    visits.length === 0
      ? []
      : telemetry.spansOfTraces(
          { projectId, range: { from: range.from - BESIDE_MS, to: range.to + BESIDE_MS } },
          {
            traceIds: [...new Set(visits.map(({ traceId }) => traceId))],
            op: 'http.client',
            limit: limit + 1,
          },
        ),
    readLocales(telemetry, projectId, visits),
  ])
  return {
    visits: visits.length,
    requests: requestKinds(spans.slice(0, limit)),
    isCut: spans.length > limit,
    typical: typicalOf(visits),
    locales,
  }
}

const EXAMPLES = 5

/** Those whose duration is nearest to the median, the latest first among equals. */
function typicalOf(visits: readonly SegmentSummary[]): readonly SegmentSummary[] {
  const ordered = visits.map(({ duration }) => duration).toSorted((a, b) => a - b)
  const median = ordered[Math.floor(ordered.length / 2)]
  if (median === undefined) return []
  const off = ({ duration }: SegmentSummary) => Math.abs(duration - median)
  return visits.toSorted((a, b) => off(a) - off(b)).slice(0, EXAMPLES)
}

async function readLocales(
  telemetry: Telemetry,
  projectId: string,
  visits: readonly SegmentSummary[],
): Promise<VisitParts['locales']> {
  const attributes = await telemetry.spanAttributes(projectId, visits, [LOCALE])
  const counts = new Map<string, number>()
  for (const said of attributes) {
    const locale = said?.[LOCALE]
    if (typeof locale === 'string') counts.set(locale, (counts.get(locale) ?? 0) + 1)
  }
  return [...counts]
    .map(([locale, count]) => ({ locale, visits: count }))
    .toSorted((a, b) => b.visits - a.visits || (a.locale < b.locale ? -1 : 1))
    .slice(0, LIMITS.routes.visitKinds)
}
