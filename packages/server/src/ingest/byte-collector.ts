const BLOCK_BYTES = 64 * 1024
const MAX_BLOCK_BYTES = 4 * 1024 * 1024

export interface ByteCollector {
  push(chunk: Buffer): void
  readonly size: number
  /** Everything pushed, in one piece. The collector is empty afterwards. */
  finish(): Buffer
}

/**
 * Gathers chunks. One chunk is passed through without a copy; many go into blocks, since a sender that trickles
 * single bytes would otherwise cost a hundred times their size in small objects.
 */
export function createByteCollector(): ByteCollector {
  let first: Buffer | undefined
  let blocks: Buffer[] = []
  let free: Buffer | undefined
  let size = 0

  function append(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      if (free === undefined || free.length === 0) {
        const wanted = Math.max(BLOCK_BYTES, Math.min(size, MAX_BLOCK_BYTES))
        free = Buffer.allocUnsafeSlow(wanted)
        blocks.push(free)
      }
      const copied = chunk.copy(free, 0, at)
      free = free.subarray(copied)
      at += copied
    }
  }

  return {
    push(chunk) {
      if (size === 0) {
        first = chunk
      } else {
        if (first !== undefined) {
          append(first)
          first = undefined
        }
        append(chunk)
      }
      size += chunk.length
    },
    get size() {
      return size
    },
    finish() {
      const whole =
        first ?? (blocks.length === 1 ? blocks[0]!.subarray(0, size) : Buffer.concat(blocks, size))
      first = undefined
      free = undefined
      blocks = []
      size = 0
      return whole
    },
  }
}
