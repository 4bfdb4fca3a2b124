import { LIMITS } from '#domain/limits.ts'
import { Drop, type DropReason, type Outcome } from '#domain/intake/outcome.ts'

/**
 * Walks JSON byte by byte without making anything of it. What it accepts, JSON.parse accepts, and the other way round;
 * but where JSON.parse makes millions of objects of twelve megabytes of brackets, this one counts them and stops.
 */
export interface JsonCursor {
  readonly bytes: Uint8Array
  at: number
  depth: number
  /** Objects and arrays so far. */
  parts: number
  readonly mostParts: number
}

/** Stops a walk. Only `walkJson` sees it. */
class Stopped extends Error {
  readonly reason: DropReason
  constructor(reason: DropReason, detail: string) {
    super(detail)
    this.reason = reason
  }
}

const SPACE = 0x20
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const MINUS = 0x2d
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
export const OPENING_BRACE = 0x7b
export const OPENING_BRACKET = 0x5b
const CLOSING_BRACE = 0x7d
const CLOSING_BRACKET = 0x5d

/** One value and nothing behind it, read by `visit`. */
export function walkJson<T>(
  bytes: Uint8Array,
  mostParts: number,
  visit: (cursor: JsonCursor) => T,
): Outcome<T> {
  const cursor: JsonCursor = { bytes, at: 0, depth: 0, parts: 0, mostParts }
  try {
    const found = visit(cursor)
    skipSpace(cursor)
    return cursor.at === bytes.length ? found : new Drop('malformed', notJson(cursor))
  } catch (error) {
    if (error instanceof Stopped) return new Drop(error.reason, error.message)
    throw error
  }
}

/** The first byte of the value that comes next; undefined at the end. */
export function peek(cursor: JsonCursor): number | undefined {
  skipSpace(cursor)
  return cursor.bytes[cursor.at]
}

export function refuse(cursor: JsonCursor, detail = notJson(cursor)): never {
  throw new Stopped('malformed', detail)
}

/** `visit` gets the raw bytes of each name and has to read the value. */
export function eachMember(
  cursor: JsonCursor,
  visit: (cursor: JsonCursor, nameStart: number, nameEnd: number) => void,
): void {
  open(cursor, OPENING_BRACE)
  if (peek(cursor) !== CLOSING_BRACE) {
    do {
      if (peek(cursor) !== QUOTE) refuse(cursor)
      const nameStart = cursor.at + 1
      skipString(cursor)
      const nameEnd = cursor.at - 1
      if (peek(cursor) !== COLON) refuse(cursor)
      cursor.at++
      visit(cursor, nameStart, nameEnd)
    } while (hasNext(cursor))
  }
  close(cursor, CLOSING_BRACE)
}

export function eachElement(cursor: JsonCursor, visit: (cursor: JsonCursor) => void): void {
  open(cursor, OPENING_BRACKET)
  if (peek(cursor) !== CLOSING_BRACKET) {
    do visit(cursor)
    while (hasNext(cursor))
  }
  close(cursor, CLOSING_BRACKET)
}

export function skipValue(cursor: JsonCursor): void {
  const byte = peek(cursor)
  if (byte === QUOTE) skipString(cursor)
  else if (byte === OPENING_BRACE) eachMember(cursor, skipValue)
  else if (byte === OPENING_BRACKET) eachElement(cursor, skipValue)
  else if (byte === 0x74) skipWord(cursor, 'true')
  else if (byte === 0x66) skipWord(cursor, 'false')
  else if (byte === 0x6e) skipWord(cursor, 'null')
  else skipNumber(cursor)
}

/** The text between two quotes, decoded only where something is escaped. */
export function isText({ bytes }: JsonCursor, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return isEscaped(bytes, start, end) && decoded(bytes, start, end) === text
  for (let at = 0; at < text.length; at++) {
    if (bytes[start + at] !== text.charCodeAt(at)) return false
  }
  return true
}

/** A string that is next, or undefined for any other value; read in any case. */
export function readText(cursor: JsonCursor): string | undefined {
  if (peek(cursor) !== QUOTE) {
    skipValue(cursor)
    return undefined
  }
  const start = cursor.at + 1
  skipString(cursor)
  return decoded(cursor.bytes, start, cursor.at - 1)
}

function decoded(bytes: Uint8Array, start: number, end: number): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8')
  return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text
}

function isEscaped(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === BACKSLASH) return true
  return false
}

function open(cursor: JsonCursor, bracket: number): void {
  if (peek(cursor) !== bracket) refuse(cursor)
  cursor.at++
  if (++cursor.depth > LIMITS.jsonDepth) {
    throw new Stopped('too_deep', `nested deeper than ${LIMITS.jsonDepth} levels`)
  }
  if (++cursor.parts > cursor.mostParts) {
    throw new Stopped('too_many_items', `more than ${cursor.mostParts} objects and arrays`)
  }
}

function close(cursor: JsonCursor, bracket: number): void {
  if (peek(cursor) !== bracket) refuse(cursor)
  cursor.at++
  cursor.depth--
}

function hasNext(cursor: JsonCursor): boolean {
  if (peek(cursor) !== COMMA) return false
  cursor.at++
  return true
}

function skipSpace(cursor: JsonCursor): void {
  const { bytes } = cursor
  while (bytes[cursor.at]! <= SPACE && isSpace(bytes[cursor.at])) cursor.at++
}

function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === 0x0a || byte === 0x0d || byte === 0x09
}

function skipString(cursor: JsonCursor): void {
  const { bytes } = cursor
  const end = bytes.length
  let at = cursor.at + 1
  while (at < end) {
    const byte = bytes[at]!
    if (byte === QUOTE) {
      cursor.at = at + 1
      return
    }
    if (byte < SPACE) break
    at += byte === BACKSLASH ? escapeLength(cursor, at) : 1
  }
  refuse({ ...cursor, at })
}

const SIMPLE_ESCAPES: ReadonlySet<number | undefined> = new Set(Buffer.from('"\\/bfnrt'))
const U = 0x75

function escapeLength(cursor: JsonCursor, at: number): number {
  const { bytes } = cursor
  if (SIMPLE_ESCAPES.has(bytes[at + 1])) return 2
  if (bytes[at + 1] !== U) refuse({ ...cursor, at })
  for (let digit = at + 2; digit < at + 6; digit++) {
    if (!isHexDigit(bytes[digit])) refuse({ ...cursor, at })
  }
  return 6
}

export function isHexDigit(byte: number | undefined): boolean {
  if (byte === undefined) return false
  return isDigit(byte) || (byte >= 0x61 && byte <= 0x66) || (byte >= 0x41 && byte <= 0x46)
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE
}

function skipWord(cursor: JsonCursor, word: string): void {
  if (!isText(cursor, cursor.at, cursor.at + word.length, word)) refuse(cursor)
  cursor.at += word.length
}

function skipNumber(cursor: JsonCursor): void {
  const { bytes } = cursor
  if (bytes[cursor.at] === MINUS) cursor.at++
  if (bytes[cursor.at] === ZERO) cursor.at++
  else skipDigits(cursor)
  if (bytes[cursor.at] === DOT) {
    cursor.at++
    skipDigits(cursor)
  }
  if ((bytes[cursor.at]! | 0x20) !== 0x65) return
  cursor.at++
  if (bytes[cursor.at] === MINUS || bytes[cursor.at] === 0x2b) cursor.at++
  skipDigits(cursor)
}

function skipDigits(cursor: JsonCursor): void {
  const { bytes } = cursor
  const start = cursor.at
  while (isDigit(bytes[cursor.at])) cursor.at++
  if (cursor.at === start) refuse(cursor)
}

function notJson({ at }: JsonCursor): string {
  return `the body is not JSON (byte ${at})`
}
