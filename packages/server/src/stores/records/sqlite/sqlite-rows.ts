import { sql } from 'kysely'
import type { GivenRows } from '#stores/records/sql/given-rows.ts'

/** Stands for a value while the statement is built. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * No table: the statement is run for each row, with its columns as parameters. In one process nobody waits, and reading rows from
 * a value takes SQLite longer than running a small statement.
 */
export function sqliteRows(): GivenRows {
  return {
    column: (name) => sql`${new Slot(name)}`,
    from: sql``,
    join: sql``,
    fill(statement) {
      const names = statement.parameters.map((parameter) => (parameter as Slot).name)
      const fill = (row: Readonly<Record<string, unknown>>) => names.map((name) => row[name] ?? null)
      return (rows) => ({ ...statement, rows: (rows as ReadonlyArray<Record<string, unknown>>).map(fill) })
    },
  }
}
