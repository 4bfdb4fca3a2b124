/** A column of a table, and what of a row goes into it. */
export interface Column<Row> {
  readonly name: string
  readonly write: (row: Row) => unknown
}

export interface TableRows {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: ReadonlyArray<readonly unknown[]>
}

export function tableRows<Row>(
  table: string,
  columns: ReadonlyArray<Column<Row>>,
  rows: readonly Row[],
): TableRows {
  return {
    table,
    columns: columns.map(({ name }) => name),
    rows: rows.map((row) => columns.map(({ write }) => write(row) ?? null)),
  }
}

/** Fields of a row that are texts, or may be. */
type TextField<Row> = {
  [F in keyof Row]-?: Row[F] extends string | undefined ? F : never
}[keyof Row]

type PlainField<Row> = {
  [F in keyof Row]-?: Row[F] extends number | boolean | undefined ? F : never
}[keyof Row]

/** Columns that take a field as it is. */
export const columnsOf = <Row>() => ({
  text: (name: string, field: TextField<Row>): Column<Row> => ({
    name,
    write: (row) => (row[field] as string | undefined)?.toWellFormed(),
  }),
  plain: (name: string, field: PlainField<Row>): Column<Row> => ({ name, write: (row) => row[field] }),
})
