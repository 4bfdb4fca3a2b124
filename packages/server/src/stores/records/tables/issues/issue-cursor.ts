import { AppError } from '#domain/app-error.ts'
import type { IssueSort } from '#stores/records/records.ts'

/** The last row of a page: the next one starts behind it. */
export interface Place {
  readonly value: number
  readonly id: string
}

export function encodeCursor(list: IssueSort | 'releases', { value, id }: Place): string {
  return Buffer.from(JSON.stringify([list, value, id])).toString('base64url')
}

export function decodeCursor(list: IssueSort | 'releases', cursor: string): Place {
  const parts = parse(Buffer.from(cursor, 'base64url').toString())
  if (!Array.isArray(parts)) throw unreadable()
  const [made, value, id] = parts as unknown[]
  if (made !== list || !Number.isSafeInteger(value) || typeof id !== 'string') throw unreadable()
  return { value: value as number, id }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable()
  }
}

function unreadable(): AppError {
  return new AppError('invalid_input', 'Invalid cursor for this list. Start again without it.')
}
