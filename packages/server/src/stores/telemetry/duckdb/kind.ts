import type { DuckDBDataChunk } from '@duckdb/node-api'

import type { StoredKind } from '#domain/intake/stored-kind.ts'
import type { TimeRange } from '#domain/time-range.ts'

import type { TelemetryRows } from '#stores/telemetry/telemetry.ts'
import type { NumberedEvent } from '#stores/telemetry/sql/errors/numbered-event.ts'
import type { VisitRow } from '#stores/telemetry/sql/spans/page-loads.ts'

/** Rows as the columns take them: events have their numbers, and raw items have no columns. */
export interface ColumnsRows extends Omit<TelemetryRows, 'events' | 'raw'> {
  readonly events: readonly NumberedEvent[]
  /** Made of spans. */
  readonly visits?: readonly VisitRow[]
}

/** A table has `project_id` and `received_at`, by which rows expire. */
export interface ColumnsTable {
  readonly table: string
  /** The rows that came at or behind this position of the log. Fails before anything is written. */
  readonly chunks: (rows: ColumnsRows, position: number) => readonly DuckDBDataChunk[]
}

/** What a kind has in the columns. The rows of its table are counted. */
export interface ColumnsKind extends ColumnsTable {
  readonly kind: StoredKind
  /** Further tables made of the same rows: they are written and expire with them, and are not counted. */
  readonly derived?: readonly ColumnsTable[]
}

/** All tables of a kind. */
export const tablesOf = (kind: ColumnsKind): readonly ColumnsTable[] => [kind, ...(kind.derived ?? [])]

/** What a kind has in the vault: what is looked up and never filtered or summed up. */
export interface VaultKind {
  readonly kind: StoredKind
  /**
   * Stores the rows that came at or behind this position of the log, inside the caller's transaction. Left out by errors:
   * the vault numbers events before anything else is written.
   */
  readonly write?: (rows: TelemetryRows, position: number) => void
  /** A slice of a few milliseconds, inside the caller's transaction. */
  readonly expire: (project: bigint, before: number) => ExpiredSlice
  /** Left out where the columns count. Of a project and a range, else of everything. */
  readonly count?: (project?: bigint, range?: TimeRange) => number
}

export interface ExpiredSlice {
  readonly isLast: boolean
  readonly items: number
}
