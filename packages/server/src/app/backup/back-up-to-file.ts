import { mkdtemp, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '#domain/app-error.ts'
import { readArchiveManifest, writeArchive } from './archive.ts'
import { makeBackup, type BackupOrder, type BackupReport } from './back-up.ts'
import { readManifest } from './manifest.ts'
import { requireFree } from './require-space.ts'

export type FileBackupOrder = Omit<BackupOrder, 'dir'> & { readonly file: string }

/**
 * A backup in one file. It is made as a folder beside it first, because the stores have to be copied before anything of
 * them can be listed: for a while there must be space for two.
 */
export async function makeFileBackup({ file, ...order }: FileBackupOrder): Promise<BackupReport> {
  await requireReplaceable(file)
  const dir = await mkdtemp(join(dirname(file), `.${basename(file)}-`))
  try {
    const report = await makeBackup({ ...order, dir })
    await requireFree(dirname(file), report.bytes, order.freeBytes)
    await writeArchive(dir, await readManifest(dir), file)
    return report
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** An earlier backup is replaced, as a whole and at the end; anything else by that name is somebody's file. */
async function requireReplaceable(file: string): Promise<void> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (found === undefined) return
  const isBackup =
    found.isFile() &&
    (await readArchiveManifest(file).then(
      () => true,
      () => false,
    ))
  if (isBackup) return
  throw new AppError(
    'invalid_input',
    `${file} exists and is no backup of Hindcast. Choose another name. Nothing was copied.`,
  )
}
