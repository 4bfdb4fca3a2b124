import type { Log } from '#domain/log.ts'

/**
 * Ends the process even if something still runs. By a signal, because `process.exit` waits for threads inside a
 * database call, which may take forever. The timer itself does not keep the process alive.
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
