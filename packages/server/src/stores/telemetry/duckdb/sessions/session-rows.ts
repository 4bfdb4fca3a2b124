import { BIGINT, TINYINT, VARCHAR } from '@duckdb/node-api'

import { SESSION_STATUSES } from '#domain/releases/session.ts'

import type { SessionRow } from '#stores/telemetry/sessions.ts'
import { type Column, chunksOf } from '#stores/telemetry/duckdb/chunks/columns-writer.ts'
import { foldSessions, keyOf } from '#stores/telemetry/sql/sessions/fold-sessions.ts'
import { requireDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import type { ColumnsKind } from '#stores/telemetry/duckdb/kind.ts'

/** In the order of the table: the appender goes by position. */
const COLUMNS: ReadonlyArray<Column<SessionRow>> = [
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

export const sessionColumns: ColumnsKind = {
  kind: 'sessions',
  table: 'sessions',
  chunks: ({ sessions = [] }, position) =>
    chunksOf(COLUMNS, foldSessions(sessions.filter(({ seq }) => seq >= position))),
}
