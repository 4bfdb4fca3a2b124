import { AppError } from '#domain/app-error.ts'

interface SqliteError extends Error {
  readonly code: 'ERR_SQLITE_ERROR'
  readonly errcode: number
}

const IN_USE = 'is in use by another process'

/** https://sqlite.org/rescode.html, primary codes: what is wrong with the file or the disk, not with a statement. */
const SQLITE_MEANING: Readonly<Record<number, string>> = {
  5: IN_USE,
  8: 'cannot be written to',
  10: 'cannot be read or written',
  11: 'is damaged',
  13: 'cannot grow, because the disk is full',
  14: 'cannot be opened',
  26: 'is damaged or not a database',
}

const DUCKDB_MEANING: ReadonlyArray<readonly [RegExp, string]> = [
  [/conflicting lock|could not set lock/i, IN_USE],
  [/no space left/i, 'cannot grow, because the disk is full'],
  [
    /not a valid duckdb database|corrupt|checksum|serialization error|invalid magic/i,
    'is damaged or not a database',
  ],
  [/invalidated/i, 'is closed after a failed write'],
  [/^out of memory error/i, 'needs more memory than it may use'],
  [/^(?:io|fatal|internal|permission) error/i, 'cannot be read or written'],
]

/** A failure of the file or the disk as a sentence for the operator; any other error unchanged. */
export function asStoreFailure(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error
  const meaning = isSqliteError(error)
    ? SQLITE_MEANING[error.errcode & 0xff]
    : DUCKDB_MEANING.find(([pattern]) => pattern.test(error.message))?.[1]
  if (meaning === undefined) return error
  if (meaning === IN_USE)
    return new AppError('store_unavailable', inUse(file, error.message), { cause: error })
  return new AppError('store_unavailable', `${file} ${meaning}: ${firstLine(error.message)}`, {
    cause: error,
  })
}

/** The engine's message has a path, a version and a link; only the process that holds the lock is useful. */
function inUse(file: string, message: string): string {
  const pid = /\(PID (\d+)\)/.exec(message)?.[1]
  const who = pid === undefined ? '' : ` (process ${pid})`
  return `${file} ${IN_USE}${who}. Wait until it has ended, or end it, and try again.`
}

function isSqliteError(error: Error): error is SqliteError {
  return 'code' in error && error.code === 'ERR_SQLITE_ERROR' && 'errcode' in error
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? ''
}
