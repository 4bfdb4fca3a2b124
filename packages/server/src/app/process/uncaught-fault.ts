import { AppError, type AppErrorCode } from '#domain/app-error.ts'
import type { Log } from '#domain/log.ts'

/** Unhandled rejections arrive as exceptions too. */
interface Source {
  on(event: 'uncaughtException', listener: (error: unknown) => void): unknown
}

/** How a query ends early. A request with several queries fails with the first error; the others are not reported. */
const UNHEARD: ReadonlySet<AppErrorCode> = new Set(['cancelled', 'too_slow', 'busy'])

/**
 * The first uncaught exception. The process may be in any state, so it should end; further ones are only reported,
 * because a second exit would cut the first one short.
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
