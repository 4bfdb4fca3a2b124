import { AppError, type AppErrorCode } from '#domain/app-error.ts'
import type { Log } from '#domain/log.ts'

/** Rejections that nobody handles come as exceptions too. */
interface Source {
  on(event: 'uncaughtException', listener: (error: unknown) => void): unknown
}

/** How a question ends early. A request that asks several at once hears of the first; the others are nobody's fault. */
const UNHEARD: ReadonlySet<AppErrorCode> = new Set(['cancelled', 'too_slow', 'busy'])

/**
 * The first fault that nobody caught. Nobody knows in which state it left the process, so it should end; while it ends
 * further ones are only told, because a second way out would cut the first one short.
 */
export function uncaughtFault(source: Source, log: Log): Promise<Error> {
  return new Promise((resolve) => {
    source.on('uncaughtException', (thrown) => {
      if (thrown instanceof AppError && UNHEARD.has(thrown.code)) return
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      log.error('nobody caught this', { error })
      resolve(error)
    })
  })
}
