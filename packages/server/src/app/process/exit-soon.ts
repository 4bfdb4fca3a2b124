import type { Log } from '#domain/log.ts'

/** For what closes late, as a socket that was just being opened. */
const GRACE_MS = 1_000

/**
 * For when everything is closed: ends the process with the code although something is left, as the timer of a driver whose
 * connection broke. A shutdown that is done would be killed as one that hangs. A process that can end by itself does so.
 */
export function exitSoon(code: number, log: Pick<Log, 'warn'>): void {
  const exit = () => {
    log.warn('something was left when everything was closed', { left: process.getActiveResourcesInfo() })
    process.exit(code)
  }
  setTimeout(exit, GRACE_MS).unref()
}
