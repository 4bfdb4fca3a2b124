import type { SpanOutline } from './span.ts'

/** Texts that a span can be found and counted by. */
export type SpanText =
  | 'op'
  /** `ok`, `error` or `unset`. */
  | 'status'
  | 'name'
  | 'trace'
  | 'project'
  | SegmentText

/** What only its segment says about a span: the route or path, the op, the release, and who was there. */
export type SegmentText =
  | 'transaction'
  | 'transaction_op'
  | 'release'
  | 'environment'
  | 'user'
  | 'browser'
  | 'browser_name'
  | 'os'
  | 'os_name'
  | 'device'

/** Milliseconds, but for CLS. */
export type SpanNumber = 'duration' | 'transaction_duration' | 'lcp' | 'inp' | 'cls' | 'fcp' | 'ttfb'

/** What has to hold for a span. One without a value meets no test of it, and so every `not`. */
export type SpanCondition =
  | { readonly op: 'all'; readonly of: readonly SpanCondition[] }
  | { readonly op: 'any'; readonly of: readonly SpanCondition[] }
  | { readonly op: 'not'; readonly of: SpanCondition }
  | { readonly op: 'segment' }
  | { readonly op: 'is'; readonly text: SpanText; readonly values: readonly string[] }
  /** `*` stands for anything; in any case. */
  | { readonly op: 'like'; readonly text: SpanText; readonly pattern: string }
  | { readonly op: 'has'; readonly value: SpanText | SpanNumber }
  | {
      readonly op: 'compare'
      readonly number: SpanNumber
      readonly cmp: '=' | '<' | '<=' | '>' | '>='
      readonly value: number
    }

/** Of stored spans as they are: what was not kept is not extrapolated. */
export type SpanMeasure =
  | { readonly of: 'count' }
  | { readonly of: 'failure_rate' }
  | { readonly of: 'distinct'; readonly text: SpanText }
  | { readonly of: 'avg' | 'sum' | 'min' | 'max'; readonly number: SpanNumber }
  /** Estimated. */
  | { readonly of: 'quantile'; readonly number: SpanNumber; readonly share: number }

export interface FoundSpan extends SpanOutline {
  readonly receivedAt: number
  /** Undefined where its segment is not stored. */
  readonly segment: FoundSegment | undefined
}

/** What the segment of a span says about it. */
export interface FoundSegment {
  /** The route; the path or name where nobody knows the route. */
  readonly transaction: string
  readonly op: string
  readonly duration: number
  readonly release: string | undefined
  readonly environment: string | undefined
  readonly user: string | undefined
  readonly browser: string | undefined
  readonly os: string | undefined
  readonly device: string | undefined
}

export interface CountedSpans {
  readonly key: ReadonlyArray<string | undefined>
  readonly values: ReadonlyArray<number | undefined>
}
