import { randomUUID } from 'node:crypto'
import { PostgresAdapter, PostgresIntrospector, sql, type Dialect, type RawBuilder } from 'kysely'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { readerDialect } from '#stores/records/sql/reader-dialect.ts'
import { shareReaders, type Readers } from '#stores/records/sql/readers.ts'
import { openRecords } from '#stores/records/sql/record-store.ts'
import type pg from 'pg'
import { described, requireVersion } from './about.ts'
import { announceChanges } from './announce-changes.ts'
import { openPool } from './connections.ts'
import { BytewiseCompiler } from './postgres-compiler.ts'
import { postgresDriver, withinProjects } from './postgres-driver.ts'
import { isWorthRepeating, violates } from './postgres-errors.ts'
import { openPostgresNews } from './postgres-news.ts'
import { openPostgresReader } from './postgres-reader.ts'
import { postgresRows } from './postgres-rows.ts'

export interface PostgresOptions {
  readonly url: string
  readonly log: Log
  /**
   * For the thread that takes requests: reads whose cost grows with the data have connections of their own, and other
   * nodes are heard.
   */
  readonly served?: boolean
  /** Of a read that no question limits. */
  readonly ownDeadlineMs?: number
}

/** Of a thread. The server has 100 unless told otherwise, and three threads of every node open the records. */
const CONNECTIONS = 8
const READERS = 4

/** Opens the records of a database, and makes or migrates them where needed. Each thread opens its own. */
export async function openPostgresRecords({ url, log, ...options }: PostgresOptions): Promise<RecordStore> {
  const { ownDeadlineMs = LIMITS.questions.ownDeadlineMs, served = false } = options
  await using opened = new AsyncDisposableStack()
  const node = randomUUID()
  const pool = opened.adopt(openPool(url, log, CONNECTIONS, node), (one) => one.end())
  await requireVersion(pool)
  const news = served
    ? opened.adopt(await openPostgresNews({ url, pool, node, log }), (one) => one.close())
    : undefined
  const readers = served
    ? shareReaders(
        Array.from({ length: READERS }, () => openPostgresReader(url, pool, log)),
        { perRequester: LIMITS.questions.readersPerRequester, ownDeadlineMs },
      )
    : undefined
  const store = await openRecords({ ...postgresEngine(url, pool, readers), news }, log)
  // From here on it closes what was opened for it.
  opened.move()
  return store
}

const LANGUAGE: Omit<Dialect, 'createDriver'> = {
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new BytewiseCompiler(),
}

function postgresEngine(url: string, pool: pg.Pool, readers: Readers | undefined): RecordsEngine {
  return {
    type: 'postgres',
    dialect: { ...LANGUAGE, createDriver: () => postgresDriver(pool) },
    reads: readers && { dialect: readerDialect(readers, LANGUAGE), plugins: [] },
    describe: (db) => described(db, url),
    accountColumns: { date: 'timestamptz', boolean: 'boolean' },
    needsRowLocks: true,
    sharedByNodes: true,
    now: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    announceChanges,
    keyedTables: false,
    inProjects: (db, projectIds, work) => withinProjects(projectIds, () => db.transaction().execute(work)),
    isWorthRepeating,
    listOf,
    givenRows: postgresRows,
    violates,
  }
}

function listOf<T extends string | number>(values: readonly T[]): RawBuilder<T> {
  const type = sql.raw(typeof values[0] === 'number' ? 'bigint' : 'text')
  return sql<T>`(select unnest(${values}::${type}[]))`
}
