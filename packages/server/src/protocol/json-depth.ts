import type { Json } from '#domain/json.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = [0x5b, 0x7b]

/**
 * Whether brackets nest deeper than `limit`, without parsing: a recursive reader must never see such a tree.
 * Every bracket that opens must close, so bytes shorter than twice the limit are not looked at; JSON.parse refuses
 * what is not JSON.
 */
export function exceedsDepth(bytes: Uint8Array, limit: number, start = 0, end = bytes.length): boolean {
  if (end - start <= 2 * limit || opensAtMost(bytes.subarray(start, end), limit)) return false
  let depth = 0
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!
    if (byte === QUOTE) {
      at++
      while (at < end && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
    } else if ((byte & 0xdf) === 0x5b) {
      if (++depth > limit) return true
    } else if ((byte & 0xdf) === 0x5d) {
      depth--
    }
  }
  return false
}

/** The same of a tree; goes no deeper into it than the limit. */
export function treeExceedsDepth(value: Json, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (limit === 0) return true
  if (Array.isArray(value)) return value.some((entry) => treeExceedsDepth(entry, limit - 1))
  // Not Object.values, which would make a list of each of them.
  for (const key in value) if (treeExceedsDepth(value[key] ?? null, limit - 1)) return true
  return false
}

/** Two native searches, at a third of the cost or less of looking at each byte; they answer for nearly every event. */
export function opensAtMost(bytes: Uint8Array, limit: number): boolean {
  const searched = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let opened = 0
  for (const bracket of OPENING) {
    for (let at = searched.indexOf(bracket); at !== -1; at = searched.indexOf(bracket, at + 1)) {
      if (++opened > limit) return false
    }
  }
  return true
}
