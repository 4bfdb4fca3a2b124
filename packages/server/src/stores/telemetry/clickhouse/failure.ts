import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import { tooSlow } from '#domain/question.ts'

/** https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp: what is wrong with the server, not with a statement. */
const MEANING: Readonly<Record<string, string>> = {
  81: 'has no such database, and it can’t be made',
  164: 'lets this user only read',
  202: 'has too many queries to answer',
  225: 'can’t reach its Keeper',
  236: 'is stopping',
  241: 'needs more memory than it may use',
  242: 'can only be read now',
  243: 'cannot grow, because its disk is full',
  252: 'has more parts than it can merge',
  285: 'has too few replicas',
  319: 'doesn’t know whether the last batch was stored',
  394: 'stopped a query',
  497: 'doesn’t let this user do what is needed',
  516: 'doesn’t know this user and password',
}

const TOO_SLOW = new Set(['159', '160'])
const TOO_MUCH = new Set(['158', '307', '396'])

interface ServerError extends Error {
  readonly code: string
  readonly type: string
}

/** A failure of the server or the way to it as a sentence for the operator; any other error unchanged. */
export function asClickHouseFailure(name: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error
  if (!isServerError(error)) {
    return isNetworkError(error)
      ? new AppError('store_unavailable', `ClickHouse at ${name} can’t be reached: ${error.message}.`, {
          cause: error,
        })
      : error
  }
  if (TOO_SLOW.has(error.code)) return tooSlow(LIMITS.questions.ownDeadlineMs)
  if (TOO_MUCH.has(error.code))
    return new AppError('too_slow', 'This question is about too many rows. Ask for less.', { cause: error })
  const meaning = MEANING[error.code]
  if (meaning === undefined) return error
  return new AppError('store_unavailable', `ClickHouse at ${name} ${meaning}.`, { cause: error })
}

/** The statement may have been carried out or not. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof Error && !(error instanceof AppError) && !isServerError(error) && isOfTheLine(error)
}

/** Nobody is there any more, as far as one can tell: neither a deadline nor somebody who no longer waits. */
export function isClosedConnection(error: unknown): boolean {
  return (
    error instanceof Error &&
    isNetworkError(error) &&
    /ECONNRESET|EPIPE|hang up/.test(`${codeOf(error)} ${error.message}`)
  )
}

function isServerError(error: Error): error is ServerError {
  return 'type' in error && 'code' in error && /^\d+$/.test(String(error.code))
}

/** Those of Node's sockets, and those of the client: `Timeout error.`, `socket hang up`. */
function isOfTheLine(error: Error): boolean {
  return /^E[A-Z]+$/.test(codeOf(error)) || /timeout error|socket hang up|aborted/i.test(error.message)
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')
