import type { Log } from '#domain/log.ts'

/**
 * Whatever still runs then, the process ends. By a signal: `process.exit` waits for threads that are inside of a
 * database, which is just what may take forever. Nobody is kept waiting by the timer itself.
 */
export function endAfter(ms: number, log: Log): void {
  const end = () => {
    log.error(
      'stopping took too long, so the process is killed (exit code 137); what was acknowledged is on disk',
    )
    process.kill(process.pid, 'SIGKILL')
  }
  setTimeout(end, ms).unref()
}
