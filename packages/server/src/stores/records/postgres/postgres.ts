import { PostgresAdapter, PostgresIntrospector, sql, type Dialect, type RawBuilder } from 'kysely'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { readerDialect } from '#stores/records/sql/reader-dialect.ts'
import { shareReaders, type Readers } from '#stores/records/sql/readers.ts'
import { openRecords } from '#stores/records/sql/record-store.ts'
import { described, requireVersion } from './about.ts'
import { openPool } from './connections.ts'
import { BytewiseCompiler } from './postgres-compiler.ts'
import { postgresDriver, withinProjects } from './postgres-driver.ts'
import { isWorthRepeating, violates } from './postgres-errors.ts'
import { openPostgresReader } from './postgres-reader.ts'

export interface PostgresOptions {
  readonly url: string
  readonly log: Log
  /** Reads whose cost grows with the data have connections of their own; for the thread that takes requests. */
  readonly readers?: boolean
  /** Of a read that no question limits. */
  readonly ownDeadlineMs?: number
}

/** Of a thread. The server has 100 unless told otherwise, and every node has five threads that open the records. */
const CONNECTIONS = 8
const READERS = 4

/** Opens the records of a database, and makes or migrates them where needed. Each thread opens its own. */
export async function openPostgresRecords({ url, log, ...options }: PostgresOptions): Promise<RecordStore> {
  const pool = openPool(url, log, CONNECTIONS)
  const { ownDeadlineMs = LIMITS.questions.ownDeadlineMs } = options
  const readers = options.readers
    ? shareReaders(
        Array.from({ length: READERS }, () => openPostgresReader(url, pool, log)),
        { perRequester: LIMITS.questions.readersPerRequester, ownDeadlineMs },
      )
    : undefined
  try {
    await requireVersion(pool)
    return await openRecords(
      postgresEngine(url, { ...LANGUAGE, createDriver: () => postgresDriver(pool) }, readers),
      log,
    )
  } catch (error) {
    if (!pool.ended) await pool.end()
    throw error
  }
}

const LANGUAGE: Omit<Dialect, 'createDriver'> = {
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new BytewiseCompiler(),
}

function postgresEngine(url: string, dialect: Dialect, readers: Readers | undefined): RecordsEngine {
  return {
    type: 'postgres',
    dialect,
    reads: readers && { dialect: readerDialect(readers, LANGUAGE), plugins: [] },
    describe: (db) => described(db, url),
    accountColumns: { date: 'timestamptz', boolean: 'boolean' },
    needsRowLocks: true,
    keyedTables: false,
    inProjects: (db, projectIds, work) => withinProjects(projectIds, () => db.transaction().execute(work)),
    isWorthRepeating,
    listOf,
    numbersIn,
    numbers: (values) => values,
    violates,
  }
}

const numbersIn = (list: unknown) => sql<never>`(select unnest(${list}::bigint[]))`

function listOf<T extends string | number>(values: readonly T[]): RawBuilder<T> {
  return typeof values[0] === 'number' ? numbersIn(values) : sql<T>`(select unnest(${values}::text[]))`
}
