import { isUtf8 } from 'node:buffer'
import { isObject, type JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { Drop, type Outcome } from '#domain/intake/outcome.ts'
import { exceedsDepth } from './json-depth.ts'

export interface Envelope {
  readonly header: JsonObject
  readonly items: readonly EnvelopeItem[]
}

/** `headerLine` and `payload` are views of the envelope's bytes. */
export interface EnvelopeItem {
  readonly index: number
  readonly type: string
  readonly header: JsonObject
  readonly headerLine: Uint8Array
  readonly payload: Uint8Array
}

const LF = 0x0a

/**
 * Cuts an envelope into its items and parses nothing but header lines: payloads may be anything. Never trims,
 * because an attachment may end in a line feed.
 */
export function parseEnvelope(body: Uint8Array): Outcome<Envelope> {
  if (body.length === 0) return new Drop('empty', 'the body is empty')
  const bytes = asBuffer(body)
  const headerEnd = lineEnd(bytes, 0)
  const header = parseHeader(bytes, 0, headerEnd, 'envelope header')
  if (header instanceof Drop) return header
  const items: EnvelopeItem[] = []
  let at = headerEnd + 1
  while (at < bytes.length && !isClosingBlankLine(bytes, at)) {
    if (items.length === LIMITS.itemsPerEnvelope) {
      return new Drop('too_many_items', `more than ${LIMITS.itemsPerEnvelope} items, at byte ${at}`)
    }
    const item = parseItem(bytes, at, items.length)
    if (item instanceof Drop) return item
    items.push(item)
    at = item.payload.byteOffset - bytes.byteOffset + item.payload.length + 1
  }
  return { header, items }
}

/** The first line alone, of a body that is still on its way. */
export function parseEnvelopeHeader(line: Buffer): Outcome<JsonObject> {
  return parseHeader(line, 0, line.length, 'envelope header')
}

function parseItem(bytes: Buffer, start: number, index: number): Outcome<EnvelopeItem> {
  const headerEnd = lineEnd(bytes, start)
  const header = parseHeader(bytes, start, headerEnd, 'item header', index)
  if (header instanceof Drop) return header
  const type = header['type']
  if (typeof type !== 'string') return malformed('item header has no type', start, index)
  const payloadStart = Math.min(headerEnd + 1, bytes.length)
  const payloadEnd = findPayloadEnd(bytes, payloadStart, header['length'], index)
  if (payloadEnd instanceof Drop) return payloadEnd
  return {
    index,
    type,
    header,
    headerLine: bytes.subarray(start, headerEnd),
    payload: bytes.subarray(payloadStart, payloadEnd),
  }
}

function findPayloadEnd(bytes: Buffer, start: number, length: unknown, index: number): Outcome<number> {
  if (length === undefined || length === null) return lineEnd(bytes, start)
  if (typeof length !== 'number' || !Number.isInteger(length) || length < 0) {
    return malformed('length is not a whole number', start, index)
  }
  const end = start + length
  if (end > bytes.length) {
    return malformed(`payload ends after ${bytes.length - start} of ${length} bytes`, bytes.length, index)
  }
  if (end < bytes.length && bytes[end] !== LF) {
    return malformed(`no line feed behind a payload of ${length} bytes`, end, index)
  }
  return end
}

function parseHeader(
  bytes: Buffer,
  start: number,
  end: number,
  what: string,
  index?: number,
): Outcome<JsonObject> {
  if (end === start) return malformed(`empty line instead of an ${what}`, start, index)
  if (end - start > LIMITS.headerLineBytes) {
    return malformed(`${what} is longer than ${LIMITS.headerLineBytes} bytes`, start, index)
  }
  // Every level takes two brackets, so a short line cannot be too deep.
  if (end - start > 2 * LIMITS.jsonDepth && exceedsDepth(bytes, LIMITS.jsonDepth, start, end)) {
    return new Drop('too_deep', `${what} at byte ${start} nests deeper than ${LIMITS.jsonDepth}`)
  }
  const text = bytes.toString('utf8', start, end)
  if (text.includes('\ufffd') && !isUtf8(bytes.subarray(start, end))) {
    return malformed(`${what} is not UTF-8`, start, index)
  }
  try {
    const header: unknown = JSON.parse(text)
    return isObject(header) ? header : malformed(`${what} is not an object`, start, index)
  } catch {
    return malformed(`${what} is not JSON`, start, index)
  }
}

/** Some clients close with a line feed of their own; a blank line anywhere else is an error. */
function isClosingBlankLine(bytes: Buffer, at: number): boolean {
  return at === bytes.length - 1 && bytes[at] === LF
}

function lineEnd(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(LF, start)
  return end === -1 ? bytes.length : end
}

function malformed(problem: string, at: number, index: number | undefined): Drop {
  const where = index === undefined ? '' : `item ${index}: `
  return new Drop('malformed', `${where}${problem} (byte ${at})`)
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
