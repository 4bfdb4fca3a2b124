import { SESSION_STATUSES } from '#domain/releases/session.ts'

import type { SessionRow } from '#stores/telemetry/sessions.ts'
import { foldSessions, keyOf } from '#stores/telemetry/sql/sessions/fold-sessions.ts'
import { requireDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import { type Column, type TableRows, columnsOf, tableRows } from '#stores/telemetry/clickhouse/table.ts'

const { text, plain } = columnsOf<SessionRow>()

const COLUMNS: ReadonlyArray<Column<SessionRow>> = [
  { name: 'project_id', write: ({ projectId }) => requireDecimalId(projectId).toString() },
  plain('received_at', 'receivedAt'),
  plain('started_at', 'startedAt'),
  plain('seq', 'seq'),
  text('release', 'release'),
  text('environment', 'environment'),
  { name: 'session_key', write: ({ session }) => keyOf(session)?.toString() },
  { name: 'user_key', write: ({ user }) => keyOf(user)?.toString() },
  { name: 'status', write: ({ status }) => SESSION_STATUSES.indexOf(status) },
  plain('quantity', 'quantity'),
]

/** Must only be called with new rows. */
export const sessionRows = (sessions: readonly SessionRow[]): TableRows =>
  tableRows('sessions', COLUMNS, foldSessions(sessions))
