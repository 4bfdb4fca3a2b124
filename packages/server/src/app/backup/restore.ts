import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#domain/app-error.ts'
import { syncPath } from '#stores/sync-path.ts'
import { copyDurably, sha256Of, syncFolders } from './files.ts'
import { sizeOf } from '#stores/file-size.ts'
import { placeOf, readManifest, type BackupManifest } from './manifest.ts'

export interface RestoreReport {
  /** When the backup was made. */
  readonly at: string
  readonly version: string
  readonly files: number
  readonly bytes: number
}

const UNFINISHED = 'restore.new'
const MANIFEST_OF_STORES = 'stores.json'

/** Into a folder that is empty. Whatever is wrong with the backup is found before anything is written. */
export async function restoreBackup(dir: string, dataDir: string): Promise<RestoreReport> {
  const manifest = await readManifest(dir)
  await requireEmpty(dataDir)
  await verify(dir, manifest)
  await copyAll(dir, manifest, dataDir)
  const { at, version, files } = manifest
  return { at, version, files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) }
}

async function requireEmpty(dataDir: string): Promise<void> {
  const found = (await readdir(dataDir)).find((name) => name !== 'lost+found')
  if (found === undefined) return
  throw new AppError(
    'conflict',
    `The data folder ${dataDir} is not empty (it holds ${found}). Move what is in it away, or choose another folder with --data.`,
  )
}

async function verify(dir: string, { stores, files }: BackupManifest): Promise<void> {
  for (const { path, size, sha256 } of files) {
    const file = placeOf(dir, stores, path)
    const found = await sizeOf(file)
    if (found === undefined) throw unusable(file, 'is missing')
    if (found !== size || (await sha256Of(file)) !== sha256) throw unusable(file, 'is not what was backed up')
  }
}

function unusable(file: string, what: string): AppError {
  return new AppError('invalid_input', `The backup is damaged: ${file} ${what}. Nothing was restored.`)
}

/**
 * The list of stores first, then everything under another name, then the names: a start on a folder in which a restore
 * was broken off finds that stores are missing, and says so.
 */
async function copyAll(dir: string, { stores, files }: BackupManifest, dataDir: string): Promise<void> {
  const list = files.find(({ path }) => path === MANIFEST_OF_STORES)
  if (list !== undefined) await copyFile(placeOf(dir, stores, list.path), join(dataDir, list.path))
  await syncPath(dataDir)
  const unfinished = join(dataDir, UNFINISHED)
  await mkdir(unfinished, { mode: 0o700 })
  for (const { path } of files) await copyDurably(placeOf(dir, stores, path), join(unfinished, path))
  await syncFolders(unfinished)
  for (const name of (await readdir(unfinished)).toSorted(logsFirst))
    await rename(join(unfinished, name), join(dataDir, name))
  await rm(unfinished, { recursive: true })
  await syncPath(dataDir)
  await syncPath(dirname(dataDir))
}

/** A store must not get its name before its log has one. */
function logsFirst(a: string, b: string): number {
  return Number(b.endsWith('wal')) - Number(a.endsWith('wal'))
}
