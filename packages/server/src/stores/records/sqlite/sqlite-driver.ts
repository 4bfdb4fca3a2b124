import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type { NamedQuery } from '#stores/records/sql/given-rows.ts'
import { whenFree } from './busy.ts'
import { explained, isBusy } from './sqlite-errors.ts'

const BUSY_TIMEOUT_MS = 5_000
/** The hot statements fit many times over; lists with a varying number of values must not pile up. */
const CACHED_STATEMENTS = 256

interface Prepared {
  readonly statement: StatementSync
  readonly returnsRows: boolean
}

/** Kysely's driver over one synchronous `node:sqlite` connection; Kysely queues the callers. */
export function sqliteDriver(database: DatabaseSync): Driver {
  const prepare = statementCache(database)

  function run<R>({ sql, parameters, rows }: NamedQuery): QueryResult<R> {
    const { statement, returnsRows } = prepare(sql)
    if (rows !== undefined) return runAll(statement, returnsRows, rows as readonly SQLInputValue[][])
    const values = parameters as SQLInputValue[]
    if (returnsRows) return { rows: statement.all(...values) as R[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  async function patiently<T>(action: () => T): Promise<T> {
    try {
      return await whenFree(action, isBusy, BUSY_TIMEOUT_MS)
    } catch (error) {
      throw explained(error)
    }
  }

  const connection: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery) => patiently(() => run<R>(query)),
    async *streamQuery<R>(query: CompiledQuery) {
      yield run<R>(query)
    },
  }

  return {
    init: async () => {},
    acquireConnection: async () => connection,
    // A deferred transaction that reads first cannot become a writer once someone else has written: it fails
    // at once, however long the timeout. Taking the write lock at the start is what makes waiting possible.
    beginTransaction: async () => patiently(() => database.exec('begin immediate')),
    commitTransaction: async () => patiently(() => database.exec('commit')),
    rollbackTransaction: async () => {
      // A full disk ends the transaction by itself; rolling back again would hide the reason.
      if (database.isTransaction) database.exec('rollback')
    },
    releaseConnection: async () => {},
    destroy: async () => database.close(),
  }
}

function runAll<R>(
  statement: StatementSync,
  returnsRows: boolean,
  rows: readonly SQLInputValue[][],
): QueryResult<R> {
  if (returnsRows) return { rows: rows.flatMap((row) => statement.all(...row) as R[]) }
  for (const row of rows) statement.run(...row)
  return { rows: [] }
}

export function statementCache(database: DatabaseSync): (sql: string) => Prepared {
  const cache = new Map<string, Prepared>()
  return (sql) => {
    const known = cache.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    if (cache.size >= CACHED_STATEMENTS) cache.delete(cache.keys().next().value!)
    cache.set(sql, prepared)
    return prepared
  }
}
