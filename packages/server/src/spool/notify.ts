import type { Log } from '#domain/log.ts'

/** What was committed stays committed, whatever a listener does. */
export function tell(listeners: readonly ((committed: number) => void)[], committed: number, log: Log): void {
  for (const listener of listeners) {
    try {
      listener(committed)
    } catch (error) {
      log.error('a listener of the spool failed', { error: String(error) })
    }
  }
}
