import type { Log } from '#domain/log.ts'
import { type Failure, failureOf } from './failure.ts'

/** A log whose errors are also reported, where they are faults of ours. */
export function createReportingLog(log: Log, component: string, report: (failure: Failure) => void): Log {
  return {
    ...log,
    error(message, fields) {
      log.error(message, fields)
      const failure = failureOf(component, message, fields)
      if (failure !== undefined) report(failure)
    },
  }
}
