import { AppError } from '#domain/app-error.ts'
import type { Alert } from './alert.ts'

export interface AlertFailure {
  /** Of the first look that failed since one worked. */
  readonly since: number
  /** One sentence for who made the alert. */
  readonly reason: string
}

/** Alerts whose last evaluation failed. In memory only: after a restart the first evaluation reports it again. */
export interface AlertFailures {
  of(alertId: string): AlertFailure | undefined
  /** Whether it failed so lately that it is left alone: the others come first. */
  isPaused(alert: Pick<Alert, 'id' | 'updatedAt'>, now: number): boolean
  failed(alert: Pick<Alert, 'id' | 'updatedAt'>, error: unknown, now: number): AlertFailure
  worked(alertId: string): void
  /** Forgets those that are gone. */
  keep(alertIds: ReadonlySet<string>): void
}

const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 15 * 60_000

interface Known extends AlertFailure {
  readonly updatedAt: number
  readonly times: number
  readonly again: number
}

export function createAlertFailures(): AlertFailures {
  const known = new Map<string, Known>()
  return {
    of(alertId) {
      const failure = known.get(alertId)
      return failure && { since: failure.since, reason: failure.reason }
    },
    isPaused({ id, updatedAt }, now) {
      const failure = known.get(id)
      // After a change the alert is evaluated at once, to show whether it works now.
      return failure !== undefined && failure.updatedAt === updatedAt && now < failure.again
    },
    failed({ id, updatedAt }, error, now) {
      const before = known.get(id)
      const times = (before?.times ?? 0) + 1
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** (times - 1), LONGEST_PAUSE_MS)
      const failure = {
        since: before?.since ?? now,
        reason: reasonOf(error),
        updatedAt,
        times,
        again: now + pause,
      }
      known.set(id, failure)
      return failure
    },
    worked: (alertId) => void known.delete(alertId),
    keep(alertIds) {
      for (const id of known.keys()) if (!alertIds.has(id)) known.delete(id)
    },
  }
}

/** The message of any other error can hold SQL or a path. */
function reasonOf(error: unknown): string {
  return error instanceof AppError ? error.message : 'The server failed to evaluate it; its log says why.'
}
