const FIRST_BLOCK_BYTES = 4 * 1024
const MAX_BLOCK_BYTES = 4 * 1024 * 1024

export interface ByteCollector {
  push(chunk: Buffer): void
  readonly size: number
  /** A copy of the first bytes, as many as there are up to `length`. */
  start(length: number): Buffer
  /** Everything pushed, in one piece. The collector is empty afterwards. */
  finish(): Buffer
}

/** Gathers chunks in blocks: kept as they come, single bytes would cost a hundred times their size in objects. */
export function createByteCollector(start?: Buffer): ByteCollector {
  let blocks: Buffer[] = []
  let free = EMPTY
  let size = 0

  function push(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      if (free.length === 0) {
        const growth = Math.max(FIRST_BLOCK_BYTES, Math.min(size, MAX_BLOCK_BYTES))
        free = Buffer.allocUnsafeSlow(Math.max(growth, chunk.length - at))
        blocks.push(free)
      }
      const copied = chunk.copy(free, 0, at)
      free = free.subarray(copied)
      at += copied
      size += copied
    }
  }

  if (start !== undefined) push(start)
  return {
    push,
    get size() {
      return size
    },
    start: (length) => Buffer.concat(blocks, Math.min(length, size)),
    finish() {
      const whole = blocks.length === 1 ? blocks[0]!.subarray(0, size) : Buffer.concat(blocks, size)
      blocks = []
      free = EMPTY
      size = 0
      return whole
    },
  }
}

const EMPTY = Buffer.alloc(0)
