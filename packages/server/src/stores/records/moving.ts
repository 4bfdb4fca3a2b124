import type { Checksum } from '#stores/checksum.ts'

export type RecordValue = string | bigint | number | null

/** Rows of a table that nobody writes to. */
export interface RecordSource {
  tables(): readonly string[]
  count(table: string): number
  /** In parts, each row in the order of these columns. */
  rows(table: string, columns: readonly string[]): Iterable<ReadonlyArray<readonly RecordValue[]>>
  /** The migrations that it has seen. */
  migrations(): readonly string[]
  close(): void
}

export interface RecordTarget {
  isEmpty(): Promise<boolean>
  migrations(): Promise<readonly string[]>
  /** Those that others refer to first. */
  inOrder(tables: readonly string[]): Promise<readonly string[]>
  /** Replaces what the table holds, or leaves it as it is. */
  copy(table: string, source: RecordSource, moved: (rows: number) => void): Promise<Checksum>
  /** Of everything in the table that is moved, computed where the rows are. */
  checksum(table: string): Promise<Checksum>
  close(): Promise<void>
}

/** Of the installation as it runs, not of what it knows: the target has its own. */
export const NOT_MOVED: ReadonlySet<string> = new Set([
  'migrations',
  'leases',
  'attempt_counts',
  'quota_counts',
  'thinning_shares',
  'settled_times',
])

/** The fact by which nodes of one database agree on a secret is written when the database is opened. */
export const OWN_FACT = 'secret_check'
