import type { CompiledQuery, DatabaseConnection, Dialect, QueryResult } from 'kysely'
import type { Readers } from './readers.ts'

/** Sends statements to those that only read. There is nothing to write and no transaction: each statement is one. */
export function readerDialect(readers: Readers, language: Omit<Dialect, 'createDriver'>): Dialect {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      return { rows: (await readers.run(sql, parameters)) as R[] }
    },
    // eslint-disable-next-line require-yield -- nobody streams records
    async *streamQuery() {
      throw new Error('records are not streamed')
    },
  }
  const noTransaction = () => Promise.reject(new Error('a connection that only reads has no transactions'))
  return {
    ...language,
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      beginTransaction: noTransaction,
      commitTransaction: noTransaction,
      rollbackTransaction: noTransaction,
      releaseConnection: async () => {},
      destroy: () => readers.close(),
    }),
  }
}
