import type { CompiledQuery, RawBuilder } from 'kysely'

/** A statement that comes again and again: an engine may keep it by its name instead of reading it each time. */
export type NamedQuery = CompiledQuery & {
  readonly name?: string
  /** It is run for each of these, instead of once. */
  readonly rows?: ReadonlyArray<readonly unknown[]>
}

/** Rows while a statement for them is built. It has no parameters but theirs. */
export interface GivenRows {
  /** Of a row. */
  readonly column: (name: string) => RawBuilder<never>
  /** What names the rows in a statement that reads nothing else, and in one that does. */
  readonly from: RawBuilder<unknown>
  readonly join: RawBuilder<unknown>
  readonly fill: (statement: NamedQuery) => (rows: readonly object[]) => NamedQuery
}
