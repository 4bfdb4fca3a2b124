import { DatabaseSync } from 'node:sqlite'
import { NOT_MOVED, OWN_FACT, type RecordSource, type RecordValue } from '#stores/records/moving.ts'

const PART_ROWS = 2000

/** The records of a copy. */
export function openSqliteSource(file: string): RecordSource {
  const database = new DatabaseSync(file, { readOnly: true })
  const from = (table: string) => (table === 'facts' ? `"facts" where name <> '${OWN_FACT}'` : `"${table}"`)
  return {
    tables() {
      const all = database
        .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`)
        .all()
      return all.map(({ name }) => name as string).filter((name) => !NOT_MOVED.has(name))
    },
    count: (table) => Number(database.prepare(`select count(*) as rows from ${from(table)}`).get()!['rows']),
    *rows(table, columns) {
      const list = columns.map((column) => `"${column}"`).join(', ')
      const statement = database.prepare(`select ${list} from ${from(table)}`)
      statement.setReadBigInts(true)
      let part: RecordValue[][] = []
      for (const row of statement.iterate()) {
        part.push(columns.map((column) => row[column] as RecordValue))
        if (part.length < PART_ROWS) continue
        yield part
        part = []
      }
      if (part.length > 0) yield part
    },
    migrations: () =>
      database
        .prepare('select name from migrations order by name')
        .all()
        .map(({ name }) => name as string),
    close: () => database.close(),
  }
}
