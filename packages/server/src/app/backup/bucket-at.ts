import type { Config } from '#app/config.ts'
import { openBucketFolder, type BucketFolder } from '#stores/blobs/s3/bucket-folder.ts'
import { readBucket } from '#stores/blobs/s3/bucket.ts'

/** Undefined where the target of a command is no bucket but a path. */
export function bucketAt({ s3 }: Pick<Config, 's3'>, target: string): BucketFolder | undefined {
  if (!target.startsWith('s3:')) return undefined
  return openBucketFolder(readBucket(target, s3, 'The address of a backup'))
}
