const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Whether brackets nest deeper than `limit`, without parsing: a recursive reader must never see such a tree.
 * Every bracket that opens must close, so bytes shorter than twice the limit are not looked at; JSON.parse refuses
 * what is not JSON.
 */
export function exceedsDepth(bytes: Uint8Array, limit: number, start = 0, end = bytes.length): boolean {
  if (end - start <= 2 * limit) return false
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
