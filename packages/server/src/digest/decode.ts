import { isObject } from '#domain/json.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { Drop } from '#domain/intake/outcome.ts'
import type { Outcome } from '#domain/intake/outcome.ts'
import { exceedsDepth, opensAtMost, treeExceedsDepth } from '#protocol/json-depth.ts'

/** Escapes that can spell `__proto__`, a NUL or half a surrogate pair. */
const ESCAPES = /\\u(?:0000|005f|006f|007[024]|d[89a-f])/i

/**
 * A tree is looked through in a third of the time that its bytes take. Larger items are looked through before there is one:
 * 1 MB of brackets becomes 30 MB of nested lists.
 */
const PARSED_FIRST_BYTES = 256 * 1024

export interface Decoded {
  readonly payload: JsonObject
  /** The very same as JSON on one line, where that is what was sent: a part of the bytes that were decoded. */
  readonly json: Uint8Array | undefined
}

/**
 * The JSON object in the bytes. Invalid UTF-8 becomes replacement characters, as browsers do it: a broken
 * character in a message must not cost the event.
 */
export function decode(bytes: Uint8Array): Outcome<Decoded> {
  const isShallow = opensAtMost(bytes, LIMITS.jsonDepth)
  const isLarge = bytes.length > PARSED_FIRST_BYTES
  if (!isShallow && isLarge && exceedsDepth(bytes, LIMITS.jsonDepth)) return tooDeep()
  const text = textOf(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return new Drop('malformed', 'the payload is not JSON')
  }
  if (!isObject(value)) return new Drop('malformed', 'the payload is not a JSON object')
  if (!isShallow && !isLarge && treeExceedsDepth(value, LIMITS.jsonDepth)) return tooDeep()
  if (needsCleaning(text)) return { payload: withoutHazards(value), json: undefined }
  return { payload: value, json: isStorable(text) ? withoutMark(bytes) : undefined }
}

const tooDeep = () => new Drop('too_deep', `nested deeper than ${LIMITS.jsonDepth} levels`)

/** The two plain searches answer for nearly every event, at a fraction of the cost of the pattern. */
function needsCleaning(text: string): boolean {
  return text.includes('__proto__') || (text.includes('\\u') && ESCAPES.test(text))
}

function textOf(bytes: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = withoutMark(bytes)
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8')
}

/** Without the byte order mark that some senders begin with. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
}

/** On one line, and of bytes that say just this: what was broken has become a replacement character. */
function isStorable(text: string): boolean {
  return !text.includes('\n') && !text.includes('\u{fffd}')
}

export function withoutHazards(object: JsonObject): JsonObject {
  return cleaned(object) as JsonObject
}

/**
 * Without `__proto__` members, which would change the prototype of whatever copies them by assignment, and
 * without NUL and half surrogate pairs, which the stores refuse or replace.
 */
function cleaned(value: Json): Json {
  if (typeof value === 'string') return value.replaceAll('\0', '\u{fffd}').toWellFormed()
  if (Array.isArray(value)) return value.map(cleaned)
  if (!isObject(value)) return value
  const copy: JsonObject = {}
  for (const [key, entry] of Object.entries(value)) {
    if (key !== '__proto__' && entry !== undefined) copy[cleaned(key) as string] = cleaned(entry)
  }
  return copy
}
