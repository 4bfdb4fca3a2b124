import { mkdir, open, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#domain/app-error.ts'
import { sizeOf } from '#stores/file-size.ts'
import { bytesOf, discard, readArchive, readArchiveManifest } from './archive.ts'
import { copyDurably, sha256Of } from './files.ts'
import { placeOf, readManifest, type BackupManifest } from './manifest.ts'

/** Beside the stores: which of them there must be. */
export const LIST_OF_STORES = 'stores.json'

/** A backup that can be restored: a folder, or one file. */
export interface BackupSource {
  readonly manifest: BackupManifest
  /** Compares every file with the manifest. Answers the list of stores, if there is one. */
  verify(): Promise<Uint8Array | undefined>
  /** Writes every file below a folder, durably. */
  fill(folder: string): Promise<void>
}

export async function openSource(path: string): Promise<BackupSource> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new AppError('not_found', `There is no backup at ${path}. Nothing was restored.`)
  })
  return found.isDirectory() ? openFolder(path) : openArchive(path)
}

async function openFolder(dir: string): Promise<BackupSource> {
  const manifest = await readManifest(dir)
  const { stores, files } = manifest
  return {
    manifest,
    async verify() {
      for (const { path, size, sha256 } of files) {
        const file = placeOf(dir, stores, path)
        const found = await sizeOf(file)
        if (found === undefined) throw unusable(file, 'is missing')
        if (found !== size || (await sha256Of(file)) !== sha256)
          throw unusable(file, 'is not what was backed up')
      }
      const list = files.find(({ path }) => path === LIST_OF_STORES)
      return list === undefined ? undefined : readFile(placeOf(dir, stores, list.path))
    },
    async fill(folder) {
      for (const { path } of files) await copyDurably(placeOf(dir, stores, path), join(folder, path))
    },
  }
}

async function openArchive(file: string): Promise<BackupSource> {
  const manifest = await readArchiveManifest(file)
  return {
    manifest,
    async verify() {
      let list: Uint8Array | undefined
      await readArchive(file, manifest, async (path, bytes) => {
        if (path === LIST_OF_STORES) list = await bytesOf(bytes)
        else await discard(bytes)
      })
      return list
    },
    // Compared once more: the file may have changed since.
    fill: (folder) => readArchive(file, manifest, (path, bytes) => writeDurably(join(folder, path), bytes)),
  }
}

export async function writeDurably(to: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const handle = await open(to, 'wx', 0o600)
  try {
    for await (const part of bytes) await handle.writeFile(part)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function unusable(file: string, what: string): AppError {
  return new AppError('invalid_input', `The backup is damaged: ${file} ${what}. Nothing was restored.`)
}
