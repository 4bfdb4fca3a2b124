import { BLOCK_BYTES, blockMemory, wholeBlocks } from './block-memory.ts'

/** Larger batches are written in parts. */
const MEMORY_BYTES = 512 * 1024

/** Writes all of the bytes at the offset, or throws. */
type Write = (bytes: Uint8Array, offset: number) => Promise<void>

/**
 * Writes bytes that follow each other, from the beginning of a file that takes whole blocks only. Zeros fill the last
 * block; it is written again with what comes next.
 */
export function createBlockWriter(): (write: Write) => Write {
  /** One for all files: they are written one after the other. */
  let memory: Buffer | undefined

  return (write) => {
    const blocks = (memory ??= blockMemory(MEMORY_BYTES))
    let begin = 0
    let held = 0

    return async (bytes, offset) => {
      if (offset !== begin + held) throw new Error(`written at ${offset}, not at ${begin + held}`)
      for (let done = 0; done < bytes.length;) {
        const part = bytes.subarray(done, done + blocks.length - held)
        blocks.set(part, held)
        const used = held + part.length
        const end = wholeBlocks(used)
        blocks.fill(0, used, end)
        await write(blocks.subarray(0, end), begin)
        const full = used - (used % BLOCK_BYTES)
        blocks.copyWithin(0, full, used)
        begin += full
        held = used - full
        done += part.length
      }
    }
  }
}
