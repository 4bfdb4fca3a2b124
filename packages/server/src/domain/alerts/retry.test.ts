import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { afterAttempt, isTemporary } from './retry.ts'

const failed = { ok: false, status: 500, answer: '', mayRetry: true }
const { attempts, firstRetryMs, longestRetryMs } = LIMITS.alerts.deliveries

describe('what failed to arrive', () => {
  it('[AL20] is tried again after twice the time, by chance a little sooner or later', () => {
    const waits = [1, 2, 3].map((number) => afterAttempt(number, failed, 0, () => 0.5).nextTryAt)
    expect(waits).toEqual([firstRetryMs, 2 * firstRetryMs, 4 * firstRetryMs])
    expect(afterAttempt(1, failed, 0, () => 0).nextTryAt).toBe(0.75 * firstRetryMs)
    expect(afterAttempt(1, failed, 0, () => 0.999).nextTryAt).toBeLessThan(1.25 * firstRetryMs)
  })

  it('[AL20] is given up after the last attempt, and at once where trying again is pointless', () => {
    expect(afterAttempt(attempts - 1, failed, 0, () => 0).state).toBe('waiting')
    expect(afterAttempt(attempts, failed, 0, () => 0)).toEqual({ state: 'dead', nextTryAt: undefined })
    expect(afterAttempt(1, { ...failed, mayRetry: false }, 0, () => 0).state).toBe('dead')
    expect([400, 401, 403, 404, 410].map(isTemporary)).not.toContain(true)
    expect([408, 429, 500, 502, 503].map(isTemporary)).not.toContain(false)
  })

  it('[AL61] is tried for more than two hours and less than three', () => {
    const lastAt = (luck: number) => {
      let at = 0
      for (let number = 1; number < attempts; number++)
        at = afterAttempt(number, failed, at, () => luck).nextTryAt!
      return at / 3_600_000
    }
    expect(lastAt(0.5)).toBeGreaterThan(2)
    expect(lastAt(0.5)).toBeLessThan(3)
  })

  it('[AL20] waits as long as the other side asks, within reason', () => {
    const asked = (retryAfterMs: number) =>
      afterAttempt(1, { ...failed, retryAfterMs }, 0, () => 0.5).nextTryAt
    expect(asked(60_000)).toBe(60_000)
    expect(asked(1)).toBe(firstRetryMs)
    expect(asked(10 ** 12)).toBe(longestRetryMs)
  })

  it('[AL20] is over once it arrived', () => {
    expect(afterAttempt(3, { ...failed, ok: true }, 0, () => 0).state).toBe('sent')
  })
})
