import { join } from 'node:path'
import { AppError } from '#domain/app-error.ts'
import type { BucketFolder } from '#stores/blobs/s3/bucket-folder.ts'
import { bytesOf, discard } from './archive.ts'
import { MANIFEST, parseManifest } from './manifest.ts'
import { readParts } from './parts.ts'
import { LIST_OF_STORES, writeDurably, type BackupSource } from './source.ts'

export async function openBucketSource(from: BucketFolder): Promise<BackupSource> {
  const text = await from.read(MANIFEST)
  if (text === undefined)
    throw new AppError('not_found', `There is no backup at ${from.address}. Nothing was restored.`)
  const manifest = parseManifest(text.toString(), `${from.address}/${MANIFEST}`)
  const { files } = manifest
  return {
    manifest,
    async verify() {
      let list: Uint8Array | undefined
      for (const file of files) {
        if (file.path === LIST_OF_STORES) list = await bytesOf(readParts(from, file))
        else await discard(readParts(from, file))
      }
      return list
    },
    // Compared once more: the bucket may have changed since.
    async fill(folder) {
      for (const file of files) await writeDurably(join(folder, file.path), readParts(from, file))
    },
  }
}
