import { backup, DatabaseSync } from 'node:sqlite'
import { explained } from './sqlite-errors.ts'

export interface RecordsSnapshot {
  copyTo(file: string): Promise<void>
  close(): void
}

/** Pages in one step, outside of this thread. */
const STEP_PAGES = 5000

/** The records as they are now, whatever is written from here on. To be closed: until then the log of the writes grows. */
export function snapshotSqliteRecords(file: string): RecordsSnapshot {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  try {
    // A transaction begins to see at its first read, not at `begin`.
    database.exec('begin; select count(*) from sqlite_schema')
  } catch (error) {
    database.close()
    throw explained(error)
  }
  return {
    async copyTo(copy) {
      try {
        await backup(database, copy, { rate: STEP_PAGES })
      } catch (error) {
        throw explained(error)
      }
    },
    close: () => database.close(),
  }
}
