/** Where something stands in the text, counted from 0. */
export interface Place {
  readonly at: number
  readonly length: number
}

/** The parsed query, not yet validated: keys and values are checked later. */
export type SearchNode = AllNode | AnyNode | NotNode | FilterNode | WordNode

export interface AllNode extends Place {
  readonly kind: 'all'
  /** Joined by AND. Side by side, filters of one key are any of them, as between commas. */
  readonly explicit: boolean
  readonly parts: readonly SearchNode[]
}

export interface AnyNode extends Place {
  readonly kind: 'any'
  readonly parts: readonly SearchNode[]
}

export interface NotNode extends Place {
  readonly kind: 'not'
  readonly part: SearchNode
}

export interface FilterNode extends Place {
  readonly kind: 'filter'
  readonly key: string
  /** A key in quotes is always that of a tag, whatever it is called. */
  readonly quotedKey: boolean
  readonly negated: boolean
  /** Any of these; at least one. */
  readonly values: readonly SearchValue[]
}

export interface WordNode extends Place {
  readonly kind: 'word'
  readonly text: string
  readonly negated: boolean
  /** In quotes it is searched for as it is. */
  readonly quoted: boolean
}

export interface SearchValue extends Place {
  /** Without its quotes or slashes. */
  readonly text: string
  /** Only a bare value can be a pattern, a range or a date; a regular expression stands between slashes. */
  readonly written: 'bare' | 'quoted' | 'regex' | 'regex_any_case'
}

export type SearchErrorCode =
  | 'needs_value'
  | 'not_one_of'
  | 'not_a_number'
  | 'not_a_time'
  | 'not_an_age'
  | 'not_text'
  | 'bad_pattern'
  | 'too_long'
  | 'unclosed_bracket'
  | 'unopened_bracket'
  | 'empty_brackets'
  | 'missing_operand'
  | 'too_many_terms'
  | 'too_many_stars'
  | 'too_deep'
  | 'too_complex'
  | 'unknown_person'
  | 'nobody_signed_in'
  | 'unknown_issue'
  | 'unordered_release'
  | 'unsupported_key'

/** An error with its position and code; the UI translates it. */
export interface SearchError extends Place {
  readonly code: SearchErrorCode
  readonly args: Readonly<Record<string, string>>
}
