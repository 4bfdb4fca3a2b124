import { LIMITS } from '#domain/limits.ts'

import type { SpanRow } from '#stores/telemetry/spans.ts'
import { isVisit } from './span-values.ts'

/** What says which route a visit is of, today and after the registry of routes has changed. */
type PlaceNames = Pick<SpanRow, 'route' | 'path' | 'sentRoute' | 'sentByServer' | 'release'>

/** A row of the table of visits. */
export interface VisitRow extends SpanRow {
  /** Of a vital that came after its page load: it has the names of that. */
  readonly isNamedByLoad?: boolean
}

/**
 * Remembers the latest page loads, and makes rows of visits: a vital that comes after its page load gets the names of that,
 * so that few have to be joined to it when they are read. What a node does not remember stays as it came, and is joined.
 */
export function createPageLoads(most: number = LIMITS.spans.rememberedLoads) {
  const loads = new Map<string, PlaceNames>()

  function remember(span: SpanRow): void {
    const key = keyOf(span, span.spanId)
    loads.delete(key)
    const { route, path, sentRoute, sentByServer, release } = span
    const chars = [route, path, sentRoute, release].reduce((sum, name) => sum + (name?.length ?? 0), 0)
    if (chars > LIMITS.spans.rememberedChars) return
    loads.set(key, { route, path, sentRoute, sentByServer, release })
    if (loads.size > most) loads.delete(loads.keys().next().value!)
  }

  function toVisit(span: SpanRow): VisitRow {
    if (span.isSegment || span.segmentId === undefined) return span
    const load = loads.get(keyOf(span, span.segmentId))
    return load === undefined || !doesName(load, span) ? span : { ...span, ...load, isNamedByLoad: true }
  }

  return {
    /** Rows of one batch, of which vitals may come before their page loads. */
    visitsOf(spans: readonly SpanRow[]): readonly VisitRow[] {
      const visits = spans.filter(isVisit)
      for (const span of visits) if (isLoad(span)) remember(span)
      return visits.map(toVisit)
    },
  }
}

const keyOf = ({ projectId, traceId }: SpanRow, spanId: string): string => `${projectId} ${traceId} ${spanId}`

const isLoad = ({ op }: SpanRow): boolean => op === 'pageload' || op === 'navigation'

/** A pattern says it better than a path; patterns may differ between releases. */
function doesName(load: PlaceNames, vital: SpanRow): boolean {
  const hasName = load.route !== undefined || (vital.route === undefined && load.path !== undefined)
  return hasName && load.release === vital.release
}
