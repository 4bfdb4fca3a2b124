import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { RecordsEngine } from './engine.ts'
import { prepared } from './prepared.ts'
import type { Schema } from './schema.ts'

/** What the rows of a statement consist of. */
export type ColumnsOf<Row> = { readonly [Name in keyof Row & string]: 'text' | 'bigint' }

/** Runs a statement for these rows, and not at all for none. */
export type RowSetStatement<Row, Result> = (
  transaction: Transaction<Schema>,
  rows: readonly Row[],
) => Promise<readonly Result[]>

/**
 * A statement for any number of rows, which it knows as the table `given`. They travel as one value, so that the statement
 * is built once, and a database elsewhere is asked once and not for each row.
 */
export function forRows<Row extends object, Result = unknown>(
  db: Kysely<Schema>,
  engine: RecordsEngine,
  columns: ColumnsOf<Row>,
  build: (given: RawBuilder<never>) => RawBuilder<Result>,
): RowSetStatement<Row, Result> {
  const statement = prepared<{ readonly rows: unknown }, Result>((slot) => ({
    compile: () => build(sql`${engine.rowsIn(slot('rows'), columns)}`).compile(db),
  }))
  return async (transaction, rows) => {
    if (rows.length === 0) return []
    return (await transaction.executeQuery(statement({ rows: engine.rows(rows) }))).rows
  }
}

/** `conflict`: what to do with those that are there, as SQL. */
export function insertRows<Row extends object>(
  db: Kysely<Schema>,
  engine: RecordsEngine,
  table: keyof Schema,
  columns: ColumnsOf<Row>,
  conflict = sql``,
): RowSetStatement<Row, unknown> {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
  return forRows(
    db,
    engine,
    columns,
    // Without a condition SQLite takes what follows for one of a join.
    (given) =>
      sql`insert into ${sql.table(table)} (${names}) select ${names} from ${given} where true ${conflict}`,
  )
}
