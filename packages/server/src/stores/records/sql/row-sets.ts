import { hash } from 'node:crypto'
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { RecordsEngine } from './engine.ts'
import type { GivenRows } from './given-rows.ts'
import type { Schema } from './schema.ts'

/** What the rows of a statement consist of. */
export type ColumnsOf<Row> = { readonly [Name in keyof Row & string]: 'text' | 'bigint' }

export interface RowsOf<Row> extends Pick<GivenRows, 'from' | 'join'> {
  readonly given: (name: keyof Row & string) => RawBuilder<never>
}

/** Runs a statement for these rows, and not at all for none. */
export type RowSetStatement<Row, Result> = (
  transaction: Transaction<Schema>,
  rows: readonly Row[],
) => Promise<readonly Result[]>

/**
 * A statement for any number of rows. It is built once, because that takes longer than SQLite needs to run it, and a database
 * elsewhere is asked once and not for each row.
 */
export function forRows<Row extends object, Result = unknown>(
  db: Kysely<Schema>,
  engine: RecordsEngine,
  columns: ColumnsOf<Row>,
  build: (rows: RowsOf<Row>) => RawBuilder<Result>,
): RowSetStatement<Row, Result> {
  const { column, from, join, fill } = engine.givenRows(columns)
  const compiled = build({ given: column, from, join }).compile(db)
  const filled = fill({ ...compiled, name: hash('sha1', compiled.sql) })
  return async (transaction, rows) => {
    if (rows.length === 0) return []
    return (await transaction.executeQuery<Result>(filled(rows))).rows
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
  const names = Object.keys(columns) as Array<keyof Row & string>
  return forRows<Row>(db, engine, columns, ({ given, from }) => {
    const values = sql.join(names.map((name) => given(name)))
    const into = sql`${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})`
    // Without a condition SQLite takes what follows for one of a join.
    return sql`insert into ${into} select ${values} ${from} where true ${conflict}`
  })
}
