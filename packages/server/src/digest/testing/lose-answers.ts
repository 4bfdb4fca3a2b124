import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'

/** Stores the batch and then fails, so that it is brought again: the first one, or those that are named by their number. */
export function loseAnswers(
  telemetry: TelemetryStore,
  isLost: (call: number) => boolean = (call) => call === 0,
): TelemetryStore {
  let calls = 0
  return {
    ...telemetry,
    async append(batch) {
      await telemetry.append(batch)
      if (isLost(calls++)) throw new Error('the connection was lost')
    },
  }
}
