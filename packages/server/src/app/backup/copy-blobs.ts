import { basename, join } from 'node:path'
import { blobFilesIn } from './blob-files.ts'
import { copyDurably, sha256Of } from './files.ts'
import { sizeOf } from '#stores/file-size.ts'
import { BLOB_FOLDERS, type BackupFile } from './manifest.ts'

export interface BlobCopy {
  /** Copies what is not in the backup yet. */
  run(): Promise<void>
  files(): readonly BackupFile[]
  copied(): number
}

/**
 * Run before and after the stores are copied: a file that the stores of the backup refer to may be deleted as soon as
 * they are copied, or have come since the first run.
 */
export function copyBlobs(dataDir: string, dir: string): BlobCopy {
  const done = new Map<string, BackupFile>()
  let copied = 0

  async function copy(path: string): Promise<void> {
    const [from, to] = [join(dataDir, path), join(dir, path)]
    const size = await sizeOf(from)
    if (size === undefined) return
    // Read, not only looked at: a file that went bad in the backup is copied again.
    const isThere = (await sizeOf(to)) === size && (await sha256Of(to)) === basename(path)
    if (!isThere) {
      const isGone = await copyDurably(from, to).then(() => false, absent)
      if (isGone) return
      copied += 1
    }
    done.set(path, { path, size, sha256: isThere ? basename(path) : await sha256Of(to) })
  }

  return {
    async run() {
      for (const folder of BLOB_FOLDERS) {
        for (const path of await blobFilesIn(dataDir, folder)) if (!done.has(path)) await copy(path)
      }
    },
    files: () => [...done.values()],
    copied: () => copied,
  }
}

function absent(error: NodeJS.ErrnoException): true {
  if (error.code === 'ENOENT') return true
  throw error
}
