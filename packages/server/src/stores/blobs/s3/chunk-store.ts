import { LIMITS } from '#domain/limits.ts'
import type { ChunkStore } from '#stores/blobs/chunks.ts'
import { joinedChunks } from '#stores/blobs/joined-chunks.ts'
import {
  goneChunk,
  isChunk,
  isOrganization,
  refuseMoreThan,
  requireChunk,
  type Chunk,
} from '#stores/blobs/waiting-chunks.ts'
import { askBucket, expireObjects, objectsOf } from './ask-bucket.ts'
import type { Bucket } from './bucket.ts'

export interface S3ChunkStoreOptions {
  readonly bucket: Bucket
  readonly waitingBytes?: number
}

/**
 * Chunks in a bucket, as `PREFIX/uploads/<organization>/<checksum>`: the requests of one upload may reach different
 * nodes. The bucket is asked each time, because other nodes add and remove.
 */
export function openS3ChunkStore(options: S3ChunkStoreOptions): ChunkStore {
  const { bucket, waitingBytes = LIMITS.upload.waitingBytes } = options
  const ask = askBucket(bucket)
  const all = `${bucket.prefix}uploads/`
  const nameOf = (organizationId: string, checksum: string) => `${all}${organizationId}/${checksum}`

  async function waitingOf(organizationId: string): Promise<ReadonlyMap<string, Chunk>> {
    const chunks = new Map<string, Chunk>()
    if (!isOrganization(organizationId)) return chunks
    const folder = nameOf(organizationId, '')
    for await (const { name, size, at } of objectsOf(ask, folder))
      chunks.set(name.slice(folder.length), { bytes: size, at })
    return chunks
  }

  async function read(name: string): Promise<Uint8Array> {
    const bytes = await ask((s3) => s3.getObjectArrayBuffer(name))
    if (bytes === null) throw goneChunk()
    return Buffer.from(bytes)
  }

  return {
    async put(organizationId, checksum, bytes) {
      requireChunk(organizationId, checksum)
      const chunks = await waitingOf(organizationId)
      if (!chunks.has(checksum)) refuseMoreThan(waitingBytes, chunks, bytes.byteLength)
      await ask((s3) => s3.putObject(nameOf(organizationId, checksum), Buffer.from(bytes)))
    },
    async missing(organizationId, checksums) {
      const chunks = await waitingOf(organizationId)
      return [...new Set(checksums)].filter((checksum) => !chunks.has(checksum))
    },
    async open(organizationId, checksums) {
      const chunks = await waitingOf(organizationId)
      if (checksums.some((checksum) => !chunks.has(checksum))) return undefined
      return joinedChunks(
        checksums.map((checksum) => ({
          bytes: chunks.get(checksum)!.bytes,
          read: () => read(nameOf(organizationId, checksum)),
        })),
      )
    },
    async remove(organizationId, checksums) {
      for (const checksum of checksums) {
        if (!isChunk(organizationId, checksum)) continue
        await ask((s3) => s3.deleteObject(nameOf(organizationId, checksum)))
      }
    },
    expire: async (before) => expireObjects(ask, all, before),
  }
}
