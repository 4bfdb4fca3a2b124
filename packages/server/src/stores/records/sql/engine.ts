import type { Dialect, Kysely, KyselyPlugin, RawBuilder, Transaction } from 'kysely'
import type { NodeNews } from '#stores/records/nodes.ts'
import type { GivenRows } from './given-rows.ts'
import type { Schema } from './schema.ts'

/** What differs between the engines, stated once, so that no query asks which engine it runs on. */
export interface RecordsEngine {
  readonly type: 'sqlite' | 'postgres'
  readonly dialect: Dialect
  /** The database in a few words, for the operator. Never with a password. */
  describe(db: Kysely<Schema>): Promise<string>
  /**
   * For reads that grow with the data: on another thread, with a deadline. Undefined if the calling thread serves no
   * requests.
   */
  readonly reads?: { readonly dialect: Dialect; readonly plugins: KyselyPlugin[] } | undefined
  /** Column types the account library expects; it brings its own queries. */
  readonly accountColumns: { readonly date: 'date' | 'timestamptz'; readonly boolean: 'integer' | 'boolean' }
  /** A transaction must lock what it reads and will update; false where it excludes also statements outside of transactions. */
  readonly needsRowLocks: boolean
  /** Several processes may digest into the same records. */
  readonly sharedByNodes: boolean
  /** What the clock of the records says, in milliseconds. */
  readonly now: RawBuilder<number>
  /** What other nodes on the same records tell; undefined where there are none, or this thread need not know. */
  readonly news?: (NodeNews & { close(): Promise<void> }) | undefined
  /** From now on nodes hear of changes to these tables: of all columns, or of these. */
  announceChanges(
    transaction: Transaction<Schema>,
    watched: Readonly<Record<string, readonly string[]>>,
  ): Promise<void>
  /** Whether tables can be kept in the order of their key, which then needs no index beside them. */
  readonly keyedTables: boolean
  /**
   * A transaction that changes nothing but issues and counts of these projects (and what only its caller writes). Every
   * other transaction excludes all writers; this one only those of the same projects, where the engine can.
   */
  inProjects<T>(
    db: Kysely<Schema>,
    projectIds: Iterable<string>,
    work: (transaction: Transaction<Schema>) => Promise<T>,
  ): Promise<T>
  /** Nothing of a transaction that failed like this was stored, and it would succeed if it were run again. */
  isWorthRepeating(error: unknown): boolean
  /** The right side of `in`, as one parameter: ten thousand of them would be slow to parse, and more are refused. */
  listOf<T extends string | number>(values: readonly T[]): RawBuilder<T>
  /** How rows get into a statement that is built once. */
  givenRows(columns: Readonly<Record<string, 'text' | 'bigint'>>): GivenRows
  violates(error: unknown, constraint: 'unique' | 'reference'): boolean
}
