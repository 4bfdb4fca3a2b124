import { LIMITS } from '#domain/limits.ts'

/** When something that failed is tried again: ever later. `failures` counts from 1. */
export function retryAt(failures: number, now: number): number {
  const { lateRetryMs, longestLateRetryMs } = LIMITS.symbols
  return now + Math.min(lateRetryMs * 2 ** (failures - 1), longestLateRetryMs)
}
