import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sql, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { AppError } from '#domain/app-error.ts'
import type { Log } from '#domain/log.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { readerDialect } from '#stores/records/sql/reader-dialect.ts'
import type { Readers } from '#stores/records/sql/readers.ts'
import { endUnwanted, sqliteReading } from '#stores/records/sqlite/readers/reader-dialect.ts'
import { openReaderThreads } from '#stores/records/sqlite/readers/reader-threads.ts'
import { openRecords } from '#stores/records/sql/record-store.ts'
import { sqliteDriver } from './sqlite-driver.ts'
import { explained, violates } from './sqlite-errors.ts'
import { sqliteRows } from './sqlite-rows.ts'

export interface SqliteOptions {
  readonly file: string
  readonly log: Log
  /** Reads whose cost grows with the data run in threads of their own; for the thread that takes requests. */
  readonly readerThreads?: boolean
  /** Of a read that no question limits. */
  readonly ownDeadlineMs?: number
}

/** Opens, and where needed makes or migrates, the records of one data folder. Each thread opens its own. */
export async function openSqliteRecords({ file, log, ...options }: SqliteOptions): Promise<RecordStore> {
  const database = openDatabase(file)
  const threads = options.readerThreads ? openReaderThreads(file, log, options.ownDeadlineMs) : undefined
  try {
    return await openRecords(sqliteEngine(database, threads), log)
  } catch (error) {
    if (database.isOpen) database.close()
    throw error
  }
}

function openDatabase(file: string): DatabaseSync {
  try {
    // Password hashes and session tokens are in here; SQLite gives its side files the mode of this one.
    closeSync(openSync(file, 'a', 0o600))
    const database = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true })
    database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma foreign_keys = on;
      pragma temp_store = memory;
      pragma cache_size = -8000;
      pragma journal_size_limit = 67108864;
    `)
    // From here on the driver waits, and does so without blocking the thread.
    database.exec('pragma busy_timeout = 0')
    return database
  } catch (error) {
    throw unopened(file, error)
  }
}

function unopened(file: string, error: unknown): unknown {
  if (error instanceof Error && 'syscall' in error) {
    return new AppError('store_unavailable', `Can’t open the records at ${file}: ${error.message}`, {
      cause: error,
    })
  }
  return explained(error)
}

function sqliteEngine(database: DatabaseSync, threads: Readers | undefined): RecordsEngine {
  return {
    type: 'sqlite',
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => sqliteDriver(database),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    describe: async () => 'the database is sound',
    reads: threads && { dialect: readerDialect(threads, sqliteReading), plugins: [endUnwanted()] },
    accountColumns: { date: 'date', boolean: 'integer' },
    needsRowLocks: false,
    sharedByNodes: false,
    now: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
    announceChanges: async () => {},
    keyedTables: true,
    // Every transaction excludes all others from its first statement on.
    inProjects: (db, _projectIds, work) => db.transaction().execute(work),
    isWorthRepeating: () => false,
    listOf: (values) => sql`(select value from json_each(${JSON.stringify(values)}))`,
    givenRows: sqliteRows,
    violates,
  }
}
