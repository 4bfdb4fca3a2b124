import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import { StoreAway } from '#domain/store-away.ts'
import { tooSlow } from '#domain/question.ts'

const UNIQUE = '23505'
const REFERENCE = '23503'
const LOCK_TIMEOUT = '55P03'
const CANCELLED = '57014'
/** Serialization failure and deadlock: the server undid everything and asks to try again. */
const REPEATABLE: ReadonlySet<string> = new Set(['40001', '40P01'])

/** SQLSTATEs that mean the database or its settings are at fault, not the query; a class where five are not needed. */
const OUTAGES: Readonly<Record<string, string>> = {
  '08': 'the connection to the database was lost',
  '25006': 'the database only answers reads at the moment',
  '25P03': 'the database ended a transaction that took too long',
  '28': 'the database refuses the user or the password',
  '3D000': 'the database does not exist',
  '42501': 'the database refuses the user what it has to do',
  '53100': 'the disk of the database is full',
  '53200': 'the database has no memory left',
  '53300': 'the database has too many connections',
  '57P01': 'the database is shutting down',
  '57P02': 'the database has crashed',
  '57P03': 'the database is starting or stopping',
  '57P05': 'the database closed an idle connection',
  '58': 'the database reports an error of its system',
  XX001: 'the database is damaged',
  XX002: 'the database is damaged',
}

/** Those that somebody has to do something about: to wait for their end would hide them. */
const LASTING: ReadonlySet<string> = new Set(['28', '3D000', '42501', 'XX001', 'XX002'])

/** What the driver itself says without a code. */
const LOST = /connection (?:terminated|error|timeout)|timeout expired|timeout exceeded|not queryable/i

const UNREACHABLE = 'the database can’t be reached'

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

export function violates(error: unknown, constraint: 'unique' | 'reference'): boolean {
  return codeOf(error) === (constraint === 'unique' ? UNIQUE : REFERENCE)
}

export function isWorthRepeating(error: unknown): boolean {
  return REPEATABLE.has(codeOf(error))
}

/** An outage becomes an error whose message is meant for people; everything else stays as it is. */
export function explained(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error
  const code = codeOf(error)
  if (code === CANCELLED) return tooSlow(LIMITS.questions.ownDeadlineMs)
  if (code === LOCK_TIMEOUT)
    return new AppError('store_unavailable', 'The database is busy. Try again in a moment.', { cause: error })
  const outage = OUTAGES[code] ?? OUTAGES[code.slice(0, 2)] ?? (isLost(error) ? UNREACHABLE : undefined)
  if (outage === undefined) return error
  const sentence = `The records are not available: ${outage}.`
  return LASTING.has(code) || LASTING.has(code.slice(0, 2))
    ? new AppError('store_unavailable', sentence, { cause: error })
    : new StoreAway(sentence, { cause: error })
}

/** Errors of the operating system and of the driver. Several addresses of a host fail as one error with many. */
function isLost(error: Error): boolean {
  if (error instanceof AggregateError) return error.errors.some((one) => one instanceof Error && isLost(one))
  return (
    'syscall' in error ||
    /^(?:E[A-Z]+|ERR_(?:TLS|SSL|SOCKET)[A-Z_]*)$/.test(codeOf(error)) ||
    LOST.test(error.message)
  )
}
