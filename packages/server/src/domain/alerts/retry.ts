import { LIMITS } from '#domain/limits.ts'
import type { DeliveryOutcome, DeliveryState } from './notification.ts'

const { attempts: MOST, firstRetryMs, longestRetryMs } = LIMITS.alerts.deliveries

/**
 * What becomes of a delivery after its attempt of that number. Each wait is twice the last one; half of it is left to
 * chance, so that what failed together does not come back together.
 */
export function afterAttempt(
  number: number,
  { ok, mayRetry, retryAfterMs = 0 }: DeliveryOutcome,
  now: number,
  chance: () => number,
): { readonly state: DeliveryState; readonly nextTryAt: number | undefined } {
  if (ok) return { state: 'sent', nextTryAt: undefined }
  if (!mayRetry || number >= MOST) return { state: 'dead', nextTryAt: undefined }
  const waitMs = Math.min(firstRetryMs * 2 ** (number - 1), longestRetryMs)
  const jittered = waitMs * (0.75 + chance() / 2)
  return { state: 'waiting', nextTryAt: now + Math.max(jittered, Math.min(retryAfterMs, longestRetryMs)) }
}

/** What is wrong with the request stays wrong; what the other side could not do now it may do later. */
export function isTemporary(status: number): boolean {
  return status >= 500 || [408, 409, 423, 425, 429].includes(status)
}
