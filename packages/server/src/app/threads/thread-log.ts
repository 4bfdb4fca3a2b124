import type { Config } from '#app/config.ts'
import type { Log } from '#domain/log.ts'
import { createLog } from '#app/process/create-log.ts'
import type { Failure } from '#app/process/failure.ts'
import { createReportingLog } from '#app/process/reporting-log.ts'

/** The log of a thread: written like any other, and its errors are sent to the main thread, which reports them. */
export function createThreadLog(
  component: string,
  logging: Config['logging'],
  report: (failure: Failure) => void,
): Log {
  return createReportingLog(createLog(logging), component, report)
}
