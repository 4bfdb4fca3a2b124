import { BIGINT, TINYINT, VARCHAR } from '@duckdb/node-api'

import { SESSION_STATUSES } from '#domain/releases/session.ts'

import type { SessionRow } from '#stores/telemetry/sessions.ts'
import { type Column, chunksOf } from '#stores/telemetry/duckdb/columns-writer.ts'
import { requireDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import type { ColumnsKind } from '#stores/telemetry/duckdb/kind.ts'

/** 16 hex digits as the integer a column holds, which is signed. */
const keyOf = (hex: string | undefined): bigint | null =>
  hex === undefined ? null : BigInt.asIntN(64, BigInt(`0x${hex}`))

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

const WORST_HEALTHY = SESSION_STATUSES.indexOf('exited')
const MINUTE_MS = 60_000

/**
 * Healthy sessions are only counted, so a minute is one row per user: a later report of a healthy session adds
 * nothing unless it names the user. Unhealthy sessions stay separate, to be distinguished by ID. Must only be called
 * with new rows: a stored row must not be folded into a new one.
 */
function folded(rows: readonly SessionRow[]): readonly SessionRow[] {
  const healthy = new Map<string, SessionRow>()
  const rest: SessionRow[] = []
  for (const row of rows) {
    if (SESSION_STATUSES.indexOf(row.status) > WORST_HEALTHY) {
      rest.push(row)
      continue
    }
    if (row.quantity === 0 && row.user === undefined) continue
    const startedAt = Math.floor(row.startedAt / MINUTE_MS) * MINUTE_MS
    const received = Math.floor(row.receivedAt / MINUTE_MS)
    const { projectId, release, environment, user } = row
    const key = JSON.stringify([projectId, release, environment, startedAt, received, user])
    const known = healthy.get(key)
    const quantity = row.quantity + (known?.quantity ?? 0)
    healthy.set(key, { ...(known ?? row), startedAt, status: 'ok', session: undefined, quantity })
  }
  return [...healthy.values(), ...rest]
}

export const sessionColumns: ColumnsKind = {
  kind: 'sessions',
  table: 'sessions',
  chunks: ({ sessions = [] }, position) =>
    chunksOf(COLUMNS, folded(sessions.filter(({ seq }) => seq >= position))),
}
