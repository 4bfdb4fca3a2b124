import { basename, join } from 'node:path'
import { isBlobAddress } from '#stores/blobs/blobs.ts'
import { filesUnder } from './files.ts'

/** Uploaded files and large items, below the folder, by their paths in it; unfinished and foreign files are left out. */
export async function blobFilesIn(dataDir: string, folder: string): Promise<readonly string[]> {
  const found = await filesUnder(join(dataDir, folder))
  return found.filter((name) => isBlobAddress(basename(name))).map((name) => `${folder}/${name}`)
}
