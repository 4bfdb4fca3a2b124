import type { Config } from '#app/config.ts'
import type { Log } from '#domain/log.ts'
import type { Failure } from '#app/process/failure.ts'
import { createReportingLog } from '#app/process/reporting-log.ts'
import { createTextLog } from '#app/process/text-log.ts'

/** The log of a thread: written like any other, and its errors are sent to the main thread, which reports them. */
export function createThreadLog(
  component: string,
  level: Config['logLevel'],
  report: (failure: Failure) => void,
): Log {
  const log = createTextLog({ level, write: (line) => void process.stderr.write(line), now: Date.now })
  return createReportingLog(log, component, report)
}
