const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Whether brackets nest deeper than `limit`, without parsing: a recursive reader must never see such a tree.
 * Bytes that are not JSON get an answer as well; JSON.parse refuses them afterwards.
 */
export function exceedsDepth(bytes: Uint8Array, limit: number): boolean {
  const end = bytes.length
  if (end <= limit) return false
  let depth = 0
  for (let at = 0; at < end; at++) {
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
