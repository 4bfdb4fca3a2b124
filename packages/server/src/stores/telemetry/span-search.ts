import type { Renames } from '#domain/routes/renames.ts'
import type { TimeRange } from '#domain/time-range.ts'
import type {
  CountedSpans,
  FoundSpan,
  SpanCondition,
  SpanMeasure,
  SpanText,
} from '#domain/traces/span-query.ts'

import type { Methods } from './methods.ts'

/** The spans of one project. */
export interface SpanPlace {
  readonly projectId: string
  /** By time of receipt. */
  readonly range: TimeRange
  /** As in `RouteScope`. */
  readonly renames?: Renames
}

export interface SpanScope {
  readonly places: readonly SpanPlace[]
  /** All of these. */
  readonly where: readonly SpanCondition[]
}

export interface SpanSearch {
  searchSpans(
    scope: SpanScope,
    options: { readonly order: 'latest' | 'earliest' | 'slowest' | 'fastest'; readonly limit: number },
  ): Promise<readonly FoundSpan[]>
  /** One row for each combination of texts; without texts one row. */
  countSpans(
    scope: SpanScope,
    options: {
      readonly by: readonly SpanText[]
      readonly measures: readonly SpanMeasure[]
      /** The place of a text or, behind all of them, of a measure. */
      readonly order: { readonly column: number; readonly descending: boolean }
      readonly limit: number
    },
  ): Promise<readonly CountedSpans[]>
}

export const SPAN_SEARCH_METHODS = {
  searchSpans: 'read',
  countSpans: 'read',
} as const satisfies Methods<SpanSearch>
