import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { syncPath } from '#stores/sync-path.ts'

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(file, { highWaterMark: 1024 * 1024 }))
    hash.update(bytes as Buffer)
  return hash.digest('hex')
}

/** Paths of all files under a folder, relative to it, in order; none where there is no such folder. */
export async function filesUnder(dir: string): Promise<readonly string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(dir, join(parentPath, name)))
    .toSorted()
}

/** The name appears when the bytes are on disk. Names are on disk only once their folder is synced. */
export async function copyDurably(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await copyFile(from, `${to}.new`, constants.COPYFILE_FICLONE)
    await syncPath(`${to}.new`)
    await rename(`${to}.new`, to)
  } catch (error) {
    await rm(`${to}.new`, { force: true })
    throw error
  }
}

/** The folder and all folders in it. */
export async function syncFolders(dir: string): Promise<void> {
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolders(join(dir, entry.name))
  }
  await syncPath(dir)
}
