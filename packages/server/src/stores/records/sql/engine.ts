import type { Dialect, KyselyPlugin, RawBuilder, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/** What differs between the engines, stated once, so that no query asks which engine it runs on. */
export interface RecordsEngine {
  readonly type: 'sqlite' | 'postgres'
  readonly dialect: Dialect
  /**
   * For reads that grow with the data: on another thread, with a deadline. Undefined if the calling thread serves no
   * requests.
   */
  readonly reads?: { readonly dialect: Dialect; readonly plugins: KyselyPlugin[] } | undefined
  /** Column types the account library expects; it brings its own queries. */
  readonly accountColumns: { readonly date: 'date' | 'timestamptz'; readonly boolean: 'integer' | 'boolean' }
  /** A write transaction must lock what it reads and will update; false where it already excludes all writers. */
  readonly needsRowLocks: boolean
  /** Held until the transaction ends, so two starting processes do not both create the tables. */
  lockMigrations(transaction: Transaction<Schema>): Promise<void>
  /** The right side of `in`, as one parameter: ten thousand of them would be slow to parse, and more are refused. */
  listOf<T extends string | number>(values: readonly T[]): RawBuilder<T>
  /** The two halves of `listOf`, for a statement that is built once: what stands in it, and what is filled in. */
  listIn(list: unknown): RawBuilder<never>
  list(values: ReadonlyArray<string | number>): unknown
  violates(error: unknown, constraint: 'unique' | 'reference'): boolean
}
