import pg from 'pg'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import { PARSERS } from './values.ts'

/** Long enough for a server on another continent, short enough for a request that waits. */
const CONNECT_TIMEOUT_MS = 5_000
/** How long a transaction waits for another one, before the requester is told to come back. */
const LOCK_TIMEOUT_MS = 15_000
/** A node that lost its network holds its locks no longer than this. */
const IDLE_IN_TRANSACTION_MS = 30_000

function settings(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'hindcast',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: LIMITS.questions.ownDeadlineMs,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  }
}

/** Connections are made when they are needed, so that a database which is away is an error of a statement. */
export function openPool(url: string, log: Log, max: number): pg.Pool {
  const pool = new pg.Pool({ ...settings(url), max, idleTimeoutMillis: 60_000, allowExitOnIdle: true })
  // An idle connection that ends is replaced at the next use; without a listener it would end the process.
  pool.on('error', (error) => log.warn('a connection to the database was lost', { error }))
  // One in use is the pool's no longer: its statement fails, which whoever waits for it learns.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

export function openClient(url: string): pg.Client {
  return new pg.Client(settings(url))
}
