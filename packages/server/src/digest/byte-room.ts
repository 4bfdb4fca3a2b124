/** Where the bytes of a batch are put together, outside of the garbage collector's heap. */
export interface ByteRoom {
  /** The parts end to end, texts in UTF-8. */
  write(...parts: ReadonlyArray<string | Uint8Array>): Uint8Array
}

const FIRST_BYTES = 16 * 1024
const MOST_BYTES = 256 * 1024

/** Many share one buffer, which then goes to another thread as one; a batch of one event takes no more than it needs. */
export function createByteRoom(): ByteRoom {
  let buffer = Buffer.alloc(0)
  let end = 0
  let next = FIRST_BYTES

  function makeRoom(bytes: number): void {
    buffer = Buffer.allocUnsafeSlow(Math.max(bytes, next))
    end = 0
    next = Math.min(2 * next, MOST_BYTES)
  }

  return {
    write(...parts) {
      const bytes = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0)
      if (end + bytes > buffer.length) makeRoom(bytes)
      const start = end
      for (const part of parts) {
        if (typeof part === 'string') end += buffer.write(part, end, 'utf8')
        else {
          buffer.set(part, end)
          end += part.length
        }
      }
      return buffer.subarray(start, end)
    },
  }
}
