import { blobAddress, DamagedBlob, isBlobAddress, type BlobStore } from '#stores/blobs/blobs.ts'
import { askBucket, objectsOf } from './ask-bucket.ts'
import type { Bucket } from './bucket.ts'

/** Blobs of one kind in a bucket, as `PREFIX/KIND/<address>`. Any number of processes may have it open. */
export function openS3BlobStore(bucket: Bucket, kind: string): BlobStore {
  const ask = askBucket(bucket)
  const folder = `${bucket.prefix}${kind}/`

  return {
    async put(bytes) {
      const blob = blobAddress(bytes)
      const name = folder + blob
      await ask(async (s3) => {
        // An object appears as a whole, so one that is there is complete.
        if ((await s3.objectExists(name)) !== true) await s3.putObject(name, Buffer.from(bytes))
      })
      return blob
    },
    async get(blob) {
      if (!isBlobAddress(blob)) return undefined
      const read = await ask((s3) => s3.getObjectArrayBuffer(folder + blob))
      if (read === null) return undefined
      const bytes = Buffer.from(read)
      if (blobAddress(bytes) !== blob) throw new DamagedBlob(blob, `in ${bucket.address}`)
      return bytes
    },
    async delete(blob) {
      if (isBlobAddress(blob)) await ask((s3) => s3.deleteObject(folder + blob))
    },
    async stats() {
      let blobs = 0
      let bytes = 0
      for await (const { size } of objectsOf(ask, folder)) {
        blobs += 1
        bytes += size
      }
      return { blobs, bytes }
    },
  }
}

/** Whether the bucket is there and the key opens it. Throws `store_unavailable` where not. */
export async function checkBucket(bucket: Bucket): Promise<void> {
  const probe = openS3BlobStore(bucket, 'check')
  const blob = await probe.put(Buffer.from('hindcast'))
  await probe.get(blob)
  await probe.delete(blob)
}
