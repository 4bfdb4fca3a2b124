import { askBucket, objectsOf } from './ask-bucket.ts'
import type { Bucket } from './bucket.ts'

/** Files below the prefix of a bucket. One appears as a whole. */
export interface BucketFolder {
  /** For people. */
  readonly address: string
  read(name: string): Promise<Buffer | undefined>
  write(name: string, bytes: Uint8Array): Promise<void>
  remove(name: string): Promise<void>
  /** Sizes by name, of those in a folder of it. */
  list(folder: string): Promise<ReadonlyMap<string, number>>
}

export function openBucketFolder(bucket: Bucket): BucketFolder {
  const ask = askBucket(bucket)
  const whole = (name: string) => bucket.prefix + name
  return {
    address: `${bucket.address}/${bucket.prefix}`.replace(/\/$/, ''),
    async read(name) {
      const bytes = await ask((s3) => s3.getObjectArrayBuffer(whole(name)))
      return bytes === null ? undefined : Buffer.from(bytes)
    },
    async write(name, bytes) {
      await ask((s3) => s3.putObject(whole(name), Buffer.from(bytes)))
    },
    async remove(name) {
      await ask((s3) => s3.deleteObject(whole(name)))
    },
    async list(folder) {
      const found = new Map<string, number>()
      for await (const { name, size } of objectsOf(ask, whole(`${folder}/`)))
        found.set(name.slice(bucket.prefix.length), size)
      return found
    },
  }
}
