import { AsyncLocalStorage } from 'node:async_hooks'
import { crc32 } from 'node:zlib'
import type { DatabaseConnection, Driver, QueryResult } from 'kysely'
import type pg from 'pg'
import type { NamedQuery } from '#stores/records/sql/given-rows.ts'
import { explained } from './postgres-errors.ts'
import { acceptable } from './values.ts'

/** Advisory locks of a database have two numbers: these tell ours from those of others. */
const WRITERS = 0x48_69_6e_64
const PROJECTS = WRITERS + 1

const projects = new AsyncLocalStorage<Iterable<string>>()

/** Transactions that `work` begins exclude only writers of these projects, and those that exclude everybody. */
export function withinProjects<T>(projectIds: Iterable<string>, work: () => Promise<T>): Promise<T> {
  return projects.run(projectIds, work)
}

class Connection implements DatabaseConnection {
  readonly client: pg.PoolClient
  /** Whether the server may be in another state than we think, so that nobody else should get this connection. */
  isBroken = false

  constructor(client: pg.PoolClient) {
    this.client = client
  }

  async executeQuery<R>({ sql, parameters, name }: NamedQuery): Promise<QueryResult<R>> {
    const values = parameters.map(acceptable)
    const { rows, rowCount, command } = await this.run(() =>
      this.client.query<pg.QueryResultRow>({ text: sql, values, ...(name !== undefined && { name }) }),
    )
    const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE'
    return { rows: rows as R[], ...(changes && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  }

  // eslint-disable-next-line require-yield -- nobody streams records
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('records are not streamed')
  }

  async run<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await action()
    } catch (error) {
      const told = explained(error)
      if (told !== error) this.isBroken = true
      throw told
    }
  }
}

/**
 * Every transaction takes a lock at its beginning that excludes all others, as SQLite does: what is read before it is
 * written then holds, whatever the statements. Those of the digest share it and take one for each of their projects.
 */
export function postgresDriver(pool: pg.Pool): Driver {
  const command = (connection: DatabaseConnection, sql: string) => {
    const own = connection as Connection
    return own.run(async () => void (await own.client.query(sql)))
  }
  return {
    init: async () => {},
    async acquireConnection() {
      try {
        return new Connection(await pool.connect())
      } catch (error) {
        throw explained(error)
      }
    },
    // In one message: a round trip each would be felt by every command.
    beginTransaction: (connection) => command(connection, `begin; ${locks(projects.getStore())}`),
    commitTransaction: (connection) => command(connection, 'commit'),
    async rollbackTransaction(connection) {
      const own = connection as Connection
      // Where the connection is gone the server rolls back by itself; asking would hide the reason.
      if (!own.isBroken) await command(connection, 'rollback')
    },
    releaseConnection: async (connection) => {
      const { client, isBroken } = connection as Connection
      client.release(isBroken)
    },
    destroy: () => pool.end(),
  }
}

function locks(projectIds: Iterable<string> | undefined): string {
  if (projectIds === undefined) return `select pg_advisory_xact_lock(${WRITERS}, 0)`
  // In one order for all, or two batches with the same projects would wait for each other.
  const numbers = [...new Set([...projectIds].map((id) => crc32(id) | 0))].sort((a, b) => a - b)
  return [
    `select pg_advisory_xact_lock_shared(${WRITERS}, 0)`,
    ...numbers.map((number) => `select pg_advisory_xact_lock(${PROJECTS}, ${number})`),
  ].join('; ')
}
