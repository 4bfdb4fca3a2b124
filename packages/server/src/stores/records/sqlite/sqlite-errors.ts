import { AppError } from '#domain/app-error.ts'

const BUSY = 5
const UNIQUE = new Set([1555, 2067])
const REFERENCE = 787

/** Result codes that mean the file or the disk is at fault, not the query. */
const OUTAGES: Readonly<Record<number, string>> = {
  7: 'there is no memory left',
  8: 'the file cannot be written to',
  10: 'the disk reports an error',
  11: 'the file is damaged',
  13: 'the disk is full',
  14: 'the file cannot be opened',
  26: 'the file is not a database',
}

function resultCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0
}

export function isBusy(error: unknown): boolean {
  return (resultCode(error) & 0xff) === BUSY
}

export function violates(error: unknown, constraint: 'unique' | 'reference'): boolean {
  const code = resultCode(error)
  return constraint === 'unique' ? UNIQUE.has(code) : code === REFERENCE
}

/** An outage becomes an error whose message is meant for people; everything else stays as it is. */
export function explained(error: unknown): unknown {
  const outage = OUTAGES[resultCode(error) & 0xff]
  return outage === undefined
    ? error
    : new AppError('store_unavailable', `The records are not available: ${outage}.`, { cause: error })
}
