/** Every disk takes blocks of this size; most also smaller ones. */
export const BLOCK_BYTES = 4096

export const wholeBlocks = (bytes: number): number => Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES

/**
 * Zeros that begin at the border of a page, as a file without page cache wants them. A plain buffer begins anywhere; one
 * that may grow, even if it never does, has pages of its own. Where that is not so, the disk refuses the first write.
 */
export const blockMemory = (bytes: number): Buffer =>
  Buffer.from(new ArrayBuffer(bytes, { maxByteLength: bytes }), 0, bytes)
