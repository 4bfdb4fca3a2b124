import { SESSION_STATUSES } from '#domain/releases/session.ts'

import type { SessionRow } from '#stores/telemetry/sessions.ts'

/** 16 hex digits as the integer a column holds, which is signed. */
export const keyOf = (hex: string | undefined): bigint | null =>
  hex === undefined ? null : BigInt.asIntN(64, BigInt(`0x${hex}`))

const WORST_HEALTHY = SESSION_STATUSES.indexOf('exited')
const MINUTE_MS = 60_000

/**
 * Healthy sessions are only counted, so a minute is one row per user: a later report of a healthy session adds
 * nothing unless it names the user. Unhealthy sessions stay separate, to be distinguished by ID. Must only be called
 * with new rows: a stored row must not be folded into a new one.
 */
export function foldSessions(rows: readonly SessionRow[]): readonly SessionRow[] {
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
