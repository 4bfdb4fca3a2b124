import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { blobFilesIn } from '#app/backup/blob-files.ts'
import { BLOB_FOLDERS } from '#app/backup/manifest.ts'
import { AppError } from '#domain/app-error.ts'
import type { Bucket } from '#stores/blobs/s3/bucket.ts'
import { openBucketFolder } from '#stores/blobs/s3/bucket-folder.ts'
import { openS3BlobStore } from '#stores/blobs/s3/blob-store.ts'
import { sizeOf } from '#stores/file-size.ts'

/** Files are named by their hash: what is there already is not sent again. Afterwards all are there, with their size. */
export async function moveBlobs(
  dataDir: string,
  bucket: Bucket,
  show: (name: string, done: number, total: number) => void,
): Promise<number> {
  let moved = 0
  for (const folder of BLOB_FOLDERS) {
    const found = await blobFilesIn(dataDir, folder)
    const store = openS3BlobStore(bucket, folder)
    for (const [done, file] of found.entries()) {
      const address = await store.put(await readFile(join(dataDir, file)))
      if (address !== basename(file))
        throw new AppError('store_unavailable', `${file} is damaged: its bytes are not those of its name.`)
      show(folder, done + 1, found.length)
    }
    const there = await openBucketFolder(bucket).list(folder)
    for (const file of found)
      if (there.get(`${folder}/${basename(file)}`) !== (await sizeOf(join(dataDir, file))))
        throw new AppError(
          'store_unavailable',
          `${file} is missing in ${bucket.address}, or another. Run the command again.`,
        )
    moved += found.length
  }
  return moved
}
