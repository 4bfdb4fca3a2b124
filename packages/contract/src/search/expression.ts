import type { Bound, Side } from './literals.ts'
import type { Place } from './node.ts'

/** A search, understood: what has to hold for an issue and one of its events. */
export type SearchExpression =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly SearchExpression[] }
  | { readonly kind: 'not'; readonly part: SearchExpression }
  | FieldTest
  | TextTest

export interface FieldTest extends Place {
  readonly kind: 'test'
  readonly of: 'issue' | 'event'
  /** The name of a key, `status` or `substatus`, or the key of a tag. */
  readonly field: string
  readonly tag: boolean
  readonly match: Match
}

/**
 * All of them occur, in any case: in title, culprit and value of the issue, or in one event's text. A list of events
 * looks at the events alone.
 */
export interface TextTest extends Place {
  readonly kind: 'text'
  readonly words: readonly string[]
}

export type Match =
  | { readonly op: 'is'; readonly values: readonly string[] }
  /** With stars, in any case. */
  | { readonly op: 'like'; readonly pattern: string }
  | { readonly op: 'regex'; readonly source: string; readonly anyCase: boolean }
  | { readonly op: 'has' }
  | ({ readonly op: 'compare' } & Bound)
  /** By the order of releases, which only a project knows. */
  | ({ readonly op: 'order' } & Side)
  /** The newest release, by the same order. */
  | { readonly op: 'latest' }
