/** Bytes that are read piece by piece because all of them would not fit into memory. */
export interface ByteSource {
  readonly size: number
  /** Exactly that many bytes; asking beyond the end is the caller's mistake. */
  read(offset: number, length: number): Promise<Uint8Array>
}

export function bytesInMemory(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.byteLength,
    read: async (offset, length) => {
      if (offset < 0 || length < 0 || offset + length > bytes.byteLength)
        throw new RangeError('out of bounds')
      return bytes.subarray(offset, offset + length)
    },
  }
}
