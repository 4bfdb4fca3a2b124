import { DuckDBDataChunk } from '@duckdb/node-api'
import type { DuckDBConnection, DuckDBType, DuckDBValue } from '@duckdb/node-api'
import bindings from '@duckdb/node-bindings'
import { CHUNK_ROWS, fillVector } from './fill-vector.ts'

/** A column of a table, and what of a row goes into it. */
export interface Column<Row> {
  readonly type: DuckDBType
  readonly write: (row: Row) => DuckDBValue
}

/** The columns in the order of the table: the appender goes by position. */
export function chunksOf<Row>(
  columns: ReadonlyArray<Column<Row>>,
  rows: readonly Row[],
): readonly DuckDBDataChunk[] {
  const types = columns.map(({ type }) => type)
  const chunks: DuckDBDataChunk[] = []
  for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
    const count = Math.min(rows.length - start, CHUNK_ROWS)
    const chunk = DuckDBDataChunk.create(types, count)
    for (const [index, { type, write }] of columns.entries()) {
      const vector = bindings.data_chunk_get_vector(chunk.chunk, index)
      fillVector(vector, type, count, (row) => write(rows[start + row]!))
    }
    chunks.push(chunk)
  }
  return chunks
}

export async function appendChunks(
  connection: DuckDBConnection,
  table: string,
  chunks: readonly DuckDBDataChunk[],
): Promise<void> {
  if (chunks.length === 0) return
  const appender = await connection.createAppender(table)
  try {
    for (const chunk of chunks) appender.appendDataChunk(chunk)
    appender.flushSync()
  } catch (error) {
    // An appender that still holds rows writes them when it is collected, long after the rollback.
    appender.clear()
    throw error
  } finally {
    appender.closeSync()
  }
}

export async function inTransaction(connection: DuckDBConnection, work: () => Promise<void>): Promise<void> {
  await connection.run('begin')
  try {
    await work()
    await connection.run('commit')
  } catch (error) {
    // A failed commit has ended the transaction already, and the first error is the one that says why.
    await connection.run('rollback').catch(() => undefined)
    throw error
  }
}
