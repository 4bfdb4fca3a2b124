import { isUtf8 } from 'node:buffer'
import { inflateSync } from 'node:zlib'
import { isObject, type JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { Drop, type Outcome } from '#domain/intake/outcome.ts'
import { exceedsDepth } from './json-depth.ts'

export interface StoreBody {
  /** Plain JSON in UTF-8. */
  readonly json: Uint8Array
  readonly event: JsonObject
}

const OPENING_BRACE = 0x7b

/** One event as the clients before envelopes sent it: JSON, base64 of it, or base64 of its zlib stream. */
export function readStoreBody(body: Uint8Array): Outcome<StoreBody> {
  if (body.length === 0) return new Drop('empty', 'the body is empty')
  const plain = decodeStoreBody(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
  if (plain instanceof Drop) return plain
  if (plain.length > LIMITS.storeBytes) return tooLarge()
  if (exceedsDepth(plain, LIMITS.jsonDepth)) {
    return new Drop('too_deep', `the event nests deeper than ${LIMITS.jsonDepth}`)
  }
  const text = plain.toString('utf8')
  let event: unknown
  try {
    event = JSON.parse(text)
  } catch (error) {
    return new Drop('malformed', `the event is not JSON: ${(error as Error).message.slice(0, 100)}`)
  }
  if (!isObject(event)) return new Drop('malformed', 'the event is not a JSON object')
  return { json: isUtf8(plain) ? plain : Buffer.from(text), event }
}

function decodeStoreBody(body: Buffer): Outcome<Buffer> {
  if (startsWithObject(body)) return body
  const decoded = Buffer.from(body.toString('latin1'), 'base64')
  if (startsWithObject(decoded)) return decoded
  if (decoded.length === 0) return new Drop('malformed', 'the body is neither JSON nor base64')
  try {
    return inflateSync(decoded, { maxOutputLength: LIMITS.storeBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return tooLarge()
    return new Drop('malformed', 'the body is neither JSON, base64 of JSON nor base64 of a zlib stream')
  }
}

function startsWithObject(bytes: Buffer): boolean {
  let at = 0
  while (at < bytes.length && isSpace(bytes[at]!)) at++
  return bytes[at] === OPENING_BRACE
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

function tooLarge(): Drop {
  return new Drop('too_large', `the event is larger than ${LIMITS.storeBytes} bytes`)
}
