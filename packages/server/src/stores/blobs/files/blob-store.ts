import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { AppError } from '#domain/app-error.ts'

import { blobAddress, DamagedBlob, isBlobAddress, type BlobStore } from '#stores/blobs/blobs.ts'
import { absentAsUndefined, sizeOf } from '#stores/file-size.ts'
import { syncPath } from '#stores/sync-path.ts'

const TEMPORARY = 'incoming'

/** One file per blob, as `ab/cd/<address>`: no folder grows beyond what a file system lists quickly. */
export async function openFileBlobStore(dir: string): Promise<BlobStore> {
  const incoming = join(dir, TEMPORARY)
  // Whatever a crash left half written was never answered for.
  await rm(incoming, { recursive: true, force: true })
  await mkdir(incoming, { recursive: true })

  const pathOf = (address: string) => placeOf(dir, address)

  return {
    ...readFileBlobs(dir),
    async put(bytes) {
      const address = blobAddress(bytes)
      const path = pathOf(address)
      if ((await sizeOf(path)) === bytes.byteLength && (await renew(path))) return address
      try {
        await makeDurableFolders(dir, dirname(path))
        await writeDurably(join(incoming, randomUUID()), path, bytes)
      } catch (cause) {
        throw new AppError('store_unavailable', `The blob folder ${dir} is not writable.`, { cause })
      }
      return address
    },
    async delete(address) {
      if (isBlobAddress(address)) await rm(pathOf(address), { force: true })
    },
    async stats() {
      let blobs = 0
      let bytes = 0
      for await (const path of blobFiles(dir)) {
        blobs += 1
        bytes += (await sizeOf(path)) ?? 0
      }
      return { blobs, bytes }
    },
  }
}

/** As if it had been stored now. Answers false when it has gone meanwhile. */
async function renew(path: string): Promise<boolean> {
  const now = new Date()
  return (await utimes(path, now, now).then(() => true, absentAsUndefined)) ?? false
}

/** Folder by folder: a recursive `opendir` reads them all without letting anything else run. */
async function* blobFiles(dir: string): AsyncGenerator<string> {
  for (const entry of (await readdir(dir, { withFileTypes: true }).catch(absentAsUndefined)) ?? []) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) yield* blobFiles(path)
    else if (entry.isFile() && isBlobAddress(entry.name)) yield path
  }
}

/** Removes what was last stored before the moment; answers how many. Any process may do it. */
export async function expireFileBlobs(dir: string, before: number): Promise<number> {
  let expired = 0
  for await (const path of blobFiles(dir)) {
    const file = await stat(path).catch(absentAsUndefined)
    if (file === undefined || file.mtimeMs >= before) continue
    await rm(path, { force: true })
    expired += 1
  }
  return expired
}

/** For threads that only read: unlike a writer it may be opened at any time, because it clears nothing. */
export function readFileBlobs(dir: string): Pick<BlobStore, 'get'> {
  return {
    async get(address) {
      if (!isBlobAddress(address)) return undefined
      const bytes = await readFile(placeOf(dir, address)).catch(absentAsUndefined)
      if (bytes && blobAddress(bytes) !== address) throw new DamagedBlob(address, 'on disk')
      return bytes
    },
  }
}

function placeOf(dir: string, address: string): string {
  return join(dir, address.slice(0, 2), address.slice(2, 4), address)
}

/** The name appears only when the bytes are on disk, and is itself on disk when this resolves. */
async function writeDurably(temporary: string, path: string, bytes: Uint8Array): Promise<void> {
  try {
    const file = await open(temporary, 'wx')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncPath(dirname(path))
}

/** A new folder is durable once its parent is. */
async function makeDurableFolders(root: string, folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true })
  if (made === undefined) return
  await syncPath(dirname(folder))
  await syncPath(root)
}
