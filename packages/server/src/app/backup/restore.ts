import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#domain/app-error.ts'
import { syncPath } from '#stores/sync-path.ts'
import { syncFolders } from './files.ts'
import { LIST_OF_STORES, openSource, type BackupSource } from './source.ts'

export interface RestoreReport {
  /** When the backup was made. */
  readonly at: string
  readonly version: string
  readonly files: number
  readonly bytes: number
}

const UNFINISHED = 'restore.new'

/** Into a folder that is empty. Whatever is wrong with the backup is found before anything is written. */
export async function restoreBackup(from: string | BackupSource, dataDir: string): Promise<RestoreReport> {
  const source = typeof from === 'string' ? await openSource(from) : from
  await requireEmpty(dataDir)
  const list = await source.verify()
  await copyAll(source, list, dataDir)
  const { at, version, files } = source.manifest
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

/**
 * The list of stores first, then everything under another name, then the names: a start on a folder in which a restore
 * was broken off finds that stores are missing, and says so.
 */
async function copyAll(source: BackupSource, list: Uint8Array | undefined, dataDir: string): Promise<void> {
  if (list !== undefined) await writeFile(join(dataDir, LIST_OF_STORES), list, { mode: 0o600 })
  await syncPath(dataDir)
  const unfinished = join(dataDir, UNFINISHED)
  await mkdir(unfinished, { mode: 0o700 })
  await source.fill(unfinished)
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
