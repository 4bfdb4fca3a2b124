import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import type { ChunkStore } from '#stores/blobs/chunks.ts'

const unpack = promisify(gunzip)

export interface UploadedChunk {
  /** SHA-1 of the chunk unpacked, as the sender says. */
  readonly checksum: string
  readonly isPacked: boolean
  readonly bytes: Uint8Array
}

export async function storeChunk(
  chunks: Pick<ChunkStore, 'put'>,
  organizationId: string,
  chunk: UploadedChunk,
): Promise<void> {
  const bytes = chunk.isPacked ? await unpacked(chunk) : chunk.bytes
  if (bytes.byteLength > LIMITS.upload.chunkBytes) throw tooLarge(chunk)
  if (createHash('sha1').update(bytes).digest('hex') !== chunk.checksum) {
    throw new AppError(
      'invalid_input',
      `The chunk ${chunk.checksum} is not what its SHA-1 says; send it again.`,
    )
  }
  await chunks.put(organizationId, chunk.checksum, bytes)
}

async function unpacked(chunk: UploadedChunk): Promise<Uint8Array> {
  try {
    return await unpack(chunk.bytes, { maxOutputLength: LIMITS.upload.chunkBytes })
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLarge(chunk)
    throw new AppError('invalid_input', `The chunk ${chunk.checksum} is not gzip.`, { cause })
  }
}

function tooLarge({ checksum }: UploadedChunk): AppError {
  const { chunkBytes } = LIMITS.upload
  return new AppError('invalid_input', `The chunk ${checksum} is larger than ${chunkBytes} bytes.`)
}
