import type { Checksum } from '#stores/checksum.ts'

/** What a column holds. `bytes` are handed over as base64. */
export type MovedKind = 'integer' | 'text' | 'boolean' | 'float' | 'uuid' | 'bytes'

/** A table of the store that rows are moved to, and what of it is filled. */
export interface MovedTable {
  readonly table: string
  readonly columns: ReadonlyArray<{ readonly name: string; readonly kind: MovedKind }>
}

export type MovedValue = string | number | boolean | null

export interface MovedRows {
  readonly table: MovedTable
  readonly rows: ReadonlyArray<readonly MovedValue[]>
}

export interface MovedPart {
  readonly parts: readonly MovedRows[]
  /** Of what the step counts. */
  readonly items: number
  /** Where the next part begins; undefined behind the last. */
  readonly next: number | undefined
}

/** Rows that are moved together, a part at a time. A part that is read again has the same rows in the same order. */
export interface MovedStep {
  readonly name: string
  readonly tables: readonly MovedTable[]
  readonly total: number
  read(from: number): Promise<MovedPart>
}

/** Telemetry that nobody writes to any more. */
export interface TelemetrySource {
  /** The last one makes the others count. */
  readonly steps: readonly MovedStep[]
  close(): Promise<void>
}

export interface TelemetryTarget {
  isEmpty(): Promise<boolean>
  /** Ends what an earlier attempt may still be writing. */
  prepare(): Promise<void>
  /** The rows are there once, however often they are written under this name. */
  write(rows: MovedRows, name: string): Promise<void>
  /** Of everything in the table, computed where the rows are. */
  checksum(table: MovedTable): Promise<Checksum>
  close(): Promise<void>
}

const double = new DataView(new ArrayBuffer(8))

/** A value as the checksum takes it. */
export function movedText(kind: MovedKind, value: MovedValue): string | null {
  if (value === null) return null
  if (kind === 'boolean') return value === true ? '1' : '0'
  if (kind !== 'float') return String(value)
  double.setFloat64(0, Number(value))
  return double.getBigInt64(0).toString()
}
