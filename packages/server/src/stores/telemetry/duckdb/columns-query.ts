import type { StoredSpan } from '#stores/telemetry/duckdb/errors/stored-span.ts'
import type { Query } from '#stores/telemetry/sql/dialect.ts'

/** A reader of the columns, with what is known of them without asking. */
export interface ColumnsQuery extends Query {
  readonly storedEvents: () => StoredSpan | undefined
}
