const ESCAPES = /(?:%[\da-f]{2})+/gi
/** Decoded, these would end the path, add a folder or a line, or turn the text around. */
const MISLEADING = /[/\\?#%]|\p{C}/u

/**
 * A frame's path as people know it: `app/[id]/page.tsx` for `app/%5Bid%5D/page.tsx`. Of what was sent for display only:
 * grouping compares that as it is, and issues would split otherwise.
 */
export function readablePath(path: string): string {
  return path.replaceAll(ESCAPES, decoded)
}

function decoded(escapes: string): string {
  try {
    const text = decodeURIComponent(escapes)
    return MISLEADING.test(text) ? escapes : text
  } catch {
    return escapes
  }
}
