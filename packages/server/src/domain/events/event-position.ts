import { AppError } from '#domain/app-error.ts'

/**
 * Where an event stands among all others, the only order that events have: by time of receipt, then by spool, then by
 * number. Numbers of different spools say nothing about each other: each spool starts at 0.
 */
export interface EventPosition {
  readonly receivedAt: number
  /** The spool that the event came from; empty where an earlier version stored it and did not say. */
  readonly spoolId: string
  /** Unique within the spool and increasing in its order. */
  readonly seq: number
}

/** For `sort`, oldest first. */
export function compareEventPositions(a: EventPosition, b: EventPosition): number {
  if (a.receivedAt !== b.receivedAt) return a.receivedAt - b.receivedAt
  if (a.spoolId !== b.spoolId) return a.spoolId < b.spoolId ? -1 : 1
  return a.seq - b.seq
}

/** Behind everything that was received earlier, and before everything of that millisecond. */
export function startOfMoment(receivedAt: number): EventPosition {
  return { receivedAt, spoolId: '', seq: 0 }
}

/** For callers of the API, who hand it back and need not understand it. */
export function encodeEventCursor({ receivedAt, spoolId, seq }: EventPosition): string {
  return Buffer.from(JSON.stringify([receivedAt, spoolId, seq])).toString('base64url')
}

export function decodeEventCursor(cursor: string): EventPosition {
  const parts = parse(Buffer.from(cursor, 'base64url').toString())
  if (Array.isArray(parts)) {
    const [receivedAt, spoolId, seq] = parts as unknown[]
    if (isCount(receivedAt) && typeof spoolId === 'string' && isCount(seq)) {
      const position = { receivedAt, spoolId, seq }
      // Base64 is read leniently, and so is an array with more in it.
      if (encodeEventCursor(position) === cursor) return position
    }
  }
  throw new AppError('invalid_input', 'Invalid cursor for this list. Start again without it.')
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
