import type { ByteSource } from '#domain/byte-source.ts'

export interface ReadableChunk {
  readonly bytes: number
  read(): Promise<Uint8Array>
}

/** Chunks one after another. The last one read stays in memory: files of a bundle lie one after another as well. */
export function joinedChunks(chunks: readonly ReadableChunk[]): ByteSource {
  const starts: number[] = []
  let size = 0
  for (const { bytes } of chunks) {
    starts.push(size)
    size += bytes
  }
  let kept: { readonly index: number; readonly bytes: Uint8Array } | undefined

  async function chunkAt(index: number): Promise<Uint8Array> {
    if (kept?.index !== index) kept = { index, bytes: await chunks[index]!.read() }
    return kept.bytes
  }

  return {
    size,
    async read(offset, length) {
      if (offset < 0 || length < 0 || offset + length > size) throw new RangeError('out of bounds')
      const result = Buffer.alloc(length)
      let index = starts.findLastIndex((start) => start <= offset)
      for (let done = 0; done < length; index += 1) {
        const bytes = await chunkAt(index)
        const from = offset + done - starts[index]!
        const part = bytes.subarray(from, from + length - done)
        if (part.byteLength === 0 && bytes.byteLength !== chunks[index]!.bytes)
          throw new RangeError('a cut chunk')
        result.set(part, done)
        done += part.byteLength
      }
      return result
    },
  }
}
