import { BIGINT, DuckDBDataChunk, TINYINT, VARCHAR } from '@duckdb/node-api'
import type { DuckDBType, DuckDBValue } from '@duckdb/node-api'

import { SESSION_STATUSES } from '#domain/session.ts'

import type { SessionRow } from '../sessions.ts'
import { requireDecimalId } from './identifiers.ts'

interface Column {
  readonly type: DuckDBType
  readonly write: (row: SessionRow) => DuckDBValue
}

/** 16 hex digits as the integer a column holds, which is signed. */
const keyOf = (hex: string | undefined): bigint | null =>
  hex === undefined ? null : BigInt.asIntN(64, BigInt(`0x${hex}`))

/** In the order of the table: the appender goes by position. */
const COLUMNS: readonly Column[] = [
  { type: BIGINT, write: ({ seq }) => BigInt(seq) },
  { type: BIGINT, write: ({ projectId }) => requireDecimalId(projectId) },
  { type: BIGINT, write: ({ receivedAt }) => BigInt(receivedAt) },
  { type: BIGINT, write: ({ startedAt }) => BigInt(startedAt) },
  { type: VARCHAR, write: ({ release }) => release.toWellFormed() },
  { type: VARCHAR, write: ({ environment }) => environment?.toWellFormed() ?? null },
  { type: BIGINT, write: ({ session }) => keyOf(session) },
  { type: BIGINT, write: ({ user }) => keyOf(user) },
  { type: TINYINT, write: ({ status }) => SESSION_STATUSES.indexOf(status) },
  { type: BIGINT, write: ({ quantity }) => BigInt(quantity) },
]

/** DuckDB's vector size: the most a chunk can hold. */
const CHUNK_ROWS = 2048

export function sessionChunks(rows: readonly SessionRow[]): readonly DuckDBDataChunk[] {
  const chunks: DuckDBDataChunk[] = []
  for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
    const part = rows.slice(start, start + CHUNK_ROWS)
    const chunk = DuckDBDataChunk.create(COLUMNS.map(({ type }) => type))
    chunk.setColumns(COLUMNS.map(({ write }) => part.map(write)))
    chunks.push(chunk)
  }
  return chunks
}
