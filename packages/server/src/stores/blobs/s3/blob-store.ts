import { blobAddress, DamagedBlob, isBlobAddress, type BlobStore } from '#stores/blobs/blobs.ts'
import { askBucket, expireObjects, objectsOf } from './ask-bucket.ts'
import type { Bucket } from './bucket.ts'

/** Blobs of one kind in a bucket, as `PREFIX/KIND/<address>`. Any number of processes may have it open. */
export function openS3BlobStore(bucket: Bucket, kind: string): BlobStore {
  const ask = askBucket(bucket)
  const folder = `${bucket.prefix}${kind}/`

  return {
    async put(bytes) {
      const blob = blobAddress(bytes)
      // Also where it is there: it counts as stored now, and what was damaged is whole again.
      await ask((s3) => s3.putObject(folder + blob, Buffer.from(bytes)))
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

/** Removes blobs of the kind that were last stored before the moment; answers how many. */
export async function expireS3Blobs(bucket: Bucket, kind: string, before: number): Promise<number> {
  return expireObjects(askBucket(bucket), `${bucket.prefix}${kind}/`, before)
}

/** Whether the bucket is there and the key opens it. Throws `store_unavailable` where not. */
export async function checkBucket(bucket: Bucket): Promise<void> {
  const probe = openS3BlobStore(bucket, 'check')
  const blob = await probe.put(Buffer.from('hindcast'))
  await probe.get(blob)
  await probe.delete(blob)
}
