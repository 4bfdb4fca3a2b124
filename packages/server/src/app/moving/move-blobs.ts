import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { filesUnder } from '#app/backup/files.ts'
import { BLOB_FOLDERS } from '#app/backup/manifest.ts'
import { AppError } from '#domain/app-error.ts'
import { isBlobAddress } from '#stores/blobs/blobs.ts'
import type { Bucket } from '#stores/blobs/s3/bucket.ts'
import { openS3BlobStore } from '#stores/blobs/s3/blob-store.ts'

/** Files are named by their hash: what is there already is not sent again, and what was sent is compared by its name. */
export async function moveBlobs(
  dataDir: string,
  bucket: Bucket,
  show: (name: string, done: number, total: number) => void,
): Promise<number> {
  let moved = 0
  for (const folder of BLOB_FOLDERS) {
    const found = (await filesUnder(join(dataDir, folder))).filter((file) => isBlobAddress(basename(file)))
    const store = openS3BlobStore(bucket, folder)
    for (const [done, file] of found.entries()) {
      const address = await store.put(await readFile(join(dataDir, folder, file)))
      if (address !== basename(file))
        throw new AppError(
          'store_unavailable',
          `${join(folder, file)} is damaged: its bytes are not those of its name.`,
        )
      show(folder, done + 1, found.length)
    }
    moved += found.length
  }
  return moved
}
