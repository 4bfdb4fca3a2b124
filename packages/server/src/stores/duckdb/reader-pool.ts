import type { DuckDBConnection, DuckDBInstance, JS } from '@duckdb/node-api'

import type { Bindings } from './bindings.ts'

export type Query = (sql: string, bind: Bindings) => Promise<ReadonlyArray<Readonly<Record<string, JS>>>>

export interface ReaderPool {
  /** Waits for a free connection, in order of arrival. */
  read<T>(work: (query: Query) => Promise<T>): Promise<T>
  /** Waits for the running reads. */
  close(): Promise<void>
}

/**
 * DuckDB's work shares libuv's threads with `fdatasync`: more queries at once would delay group commits, and appends
 * have a connection of their own so that they never wait for a query (spec TS8).
 */
export async function openReaderPool(instance: DuckDBInstance, size: number): Promise<ReaderPool> {
  const connections = await Promise.all(Array.from({ length: size }, () => instance.connect()))
  const free = [...connections]
  const waiting: Array<(connection: DuckDBConnection) => void> = []

  const take = (): Promise<DuckDBConnection> => {
    const connection = free.pop()
    return connection ? Promise.resolve(connection) : new Promise((resolve) => waiting.push(resolve))
  }
  const give = (connection: DuckDBConnection): void => {
    const next = waiting.shift()
    if (next) next(connection)
    else free.push(connection)
  }

  return {
    async read(work) {
      const connection = await take()
      try {
        return await work(async (sql, { values, types }) =>
          (await connection.run(sql, values, types)).getRowObjectsJS(),
        )
      } finally {
        give(connection)
      }
    },
    async close() {
      for (const connection of await Promise.all(connections.map(take))) connection.closeSync()
    },
  }
}
