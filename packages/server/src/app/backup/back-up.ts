import { mkdir, readdir, realpath, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { AppError } from '#domain/app-error.ts'
import type { Log } from '#domain/log.ts'
import type { KindCounts } from '#stores/telemetry/telemetry.ts'
import { syncPath } from '#stores/sync-path.ts'
import { checkCopy } from './check-copy.ts'
import { copyBlobs, type BlobCopy } from './copy-blobs.ts'
import { filesUnder, sha256Of, syncFolders } from './files.ts'
import { sizeOf } from '#stores/file-size.ts'
import { BLOB_FOLDERS, placeOf, writeManifest, type BackupFile } from './manifest.ts'
import { requireSpace } from './require-space.ts'
import { hasRecordsElsewhere } from '#app/store-manifest.ts'

export interface BackupOrder {
  readonly dataDir: string
  readonly dir: string
  /** Copies the stores into a folder that is not there yet; by the server where one runs. */
  readonly copyStores: (to: string) => Promise<void>
  readonly version: string
  readonly now: () => number
  readonly log: Log
  readonly freeBytes?: (dir: string) => Promise<number>
}

export interface BackupReport {
  readonly at: string
  readonly files: number
  readonly bytes: number
  /** To a bucket: the rest was there already. */
  readonly sentBytes?: number
  /** Of uploaded files and large items, which never change. */
  readonly blobs: { readonly copied: number; readonly kept: number }
  readonly stored: KindCounts
}

const STORES = /^stores-\d+$/

/** Everything in a backup that no manifest needs to name. */
const OWN = /^(?:backup\.json|backup\.json\.new|blobs|artifacts|stores-\d+)$/

/** Until the manifest is replaced, the backup before is whole: what was copied meanwhile lies beside it. */
export async function makeBackup(order: BackupOrder): Promise<BackupReport> {
  const { dataDir, dir, now } = order
  await prepare(dataDir, dir)
  await requireSpace(dataDir, dir, order.freeBytes)
  const stores = `stores-${now()}`
  const at = new Date(now()).toISOString()
  const blobs = copyBlobs(dataDir, dir)
  await blobs.run()
  const { stored, files } = await copyOf(order, join(dir, stores), blobs)
  await syncFolders(dir)
  await writeManifest(dir, { version: order.version, at, stores, files })
  await removeOthers(dir, stores, files)
  return {
    at,
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    blobs: { copied: blobs.copied(), kept: blobs.files().length - blobs.copied() },
    stored,
  }
}

async function copyOf({ dir, copyStores, log }: BackupOrder, to: string, blobs: BlobCopy) {
  try {
    await copyStores(to)
    if ((await sizeOf(to)) === undefined) throw elsewhere(dir)
    await blobs.run()
    const stored = await checkCopy(to, log)
    return { stored, files: [...(await describe(to)), ...blobs.files()] }
  } catch (error) {
    await rm(to, { recursive: true, force: true })
    throw error
  }
}

/** What this command can copy. */
export async function requireData(dataDir: string): Promise<void> {
  if (await hasRecordsElsewhere(dataDir)) {
    throw new AppError(
      'conflict',
      'The records are in a PostgreSQL database, which hindcast backup does not copy. Stop the server, dump the ' +
        `database with pg_dump, and copy ${dataDir}: docs/scale.md has the recipe.`,
    )
  }
  if ((await sizeOf(join(dataDir, 'records.sqlite'))) === undefined) {
    throw new AppError(
      'not_found',
      `There is nothing to back up in ${dataDir}. Name the data folder with --data.`,
    )
  }
}

async function prepare(dataDir: string, dir: string): Promise<void> {
  await requireData(dataDir)
  const [data, target] = [await realPathOf(dataDir), await realPathOf(dir)]
  if (target === data || target.startsWith(data + sep)) {
    throw new AppError('invalid_input', `${dir} lies in the data folder. Choose a folder outside of it.`)
  }
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const foreign = (await readdir(dir)).find((name) => !OWN.test(name) && name !== 'lost+found')
  if (foreign !== undefined) {
    throw new AppError(
      'invalid_input',
      `${dir} is no backup and not empty (it holds ${foreign}). Choose an empty folder, or one with a backup.`,
    )
  }
}

/** Also of a folder that is not there yet. */
async function realPathOf(path: string): Promise<string> {
  const whole = resolve(path)
  return realpath(whole).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return join(await realPathOf(dirname(whole)), basename(whole))
  })
}

async function describe(dir: string): Promise<readonly BackupFile[]> {
  const files: BackupFile[] = []
  for (const path of await filesUnder(dir)) {
    const file = join(dir, path)
    await syncPath(file)
    files.push({ path, size: (await sizeOf(file)) ?? 0, sha256: await sha256Of(file) })
  }
  return files
}

/** Stores of earlier backups, and blobs that are no longer in the data folder. */
async function removeOthers(dir: string, stores: string, files: readonly BackupFile[]): Promise<void> {
  for (const name of await readdir(dir)) {
    if (STORES.test(name) && name !== stores) await rm(join(dir, name), { recursive: true, force: true })
  }
  const listed = new Set(files.map(({ path }) => placeOf(dir, stores, path)))
  for (const folder of BLOB_FOLDERS) {
    for (const name of await filesUnder(join(dir, folder))) {
      const file = join(dir, folder, name)
      if (!listed.has(file)) await rm(file, { force: true })
    }
  }
}

function elsewhere(dir: string): AppError {
  return new AppError(
    'store_unavailable',
    `The server wrote its copy elsewhere: ${dir} is another folder for it than for this command. Run the command where the server runs.`,
  )
}
