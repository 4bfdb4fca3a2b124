import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#domain/app-error.ts'
import type { BucketFolder } from '#stores/blobs/s3/bucket-folder.ts'
import { sizeOf } from '#stores/file-size.ts'
import { requireData, type BackupOrder, type BackupReport } from './back-up.ts'
import { blobFilesIn } from './blob-files.ts'
import { checkCopy } from './check-copy.ts'
import { filesUnder } from './files.ts'
import { BLOB_FOLDERS, manifestText, MANIFEST, type BackupFile } from './manifest.ts'
import { openParts, type Parts } from './parts.ts'
import { requireSpace } from './require-space.ts'

export type BucketBackupOrder = Omit<BackupOrder, 'dir'> & { readonly to: BucketFolder }

/** Where the stores are copied before they are sent: the one folder that a confined server may surely write to. */
const STAGING = 'backup.new'

/** Until the manifest is replaced, the backup before is whole: its parts stay until then. */
export async function makeBucketBackup({ to, ...order }: BucketBackupOrder): Promise<BackupReport> {
  const { dataDir, now, log, copyStores } = order
  await requireData(dataDir)
  const at = new Date(now()).toISOString()
  const staging = join(dataDir, STAGING)
  await rm(staging, { recursive: true, force: true })
  await requireSpace(dataDir, dataDir, order.freeBytes)
  const parts = await openParts(to)
  const blobs = sendBlobs(dataDir, parts)
  try {
    await blobs.run()
    await mkdir(staging, { mode: 0o700 })
    const stores = join(staging, 'stores')
    await copyStores(stores)
    if ((await sizeOf(stores)) === undefined) throw elsewhere(staging)
    await blobs.run()
    const stored = await checkCopy(stores, log)
    const files = [...(await sendStores(stores, parts)), ...blobs.files()]
    await parts.verify(files)
    await writeManifest(to, manifestText({ version: order.version, at, stores: 'stores', files }))
    await parts.removeOthers(files)
    return {
      at,
      files: files.length,
      bytes: files.reduce((sum, { size }) => sum + size, 0),
      sentBytes: parts.sentBytes(),
      blobs: { copied: blobs.sent(), kept: blobs.files().length - blobs.sent() },
      stored,
    }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** Before and after the stores are copied, as in `copyBlobs`. */
function sendBlobs(dataDir: string, parts: Parts) {
  const done = new Map<string, BackupFile>()
  let sent = 0
  return {
    async run() {
      for (const folder of BLOB_FOLDERS) {
        for (const path of await blobFilesIn(dataDir, folder)) {
          if (done.has(path)) continue
          const file = await parts.send(join(dataDir, path), path)
          if (file === undefined) continue
          const { wasThere, ...listed } = file
          if (!wasThere) sent += 1
          done.set(path, listed)
        }
      }
    },
    files: () => [...done.values()],
    sent: () => sent,
  }
}

async function sendStores(stores: string, parts: Parts): Promise<readonly BackupFile[]> {
  const files: BackupFile[] = []
  for (const path of await filesUnder(stores)) {
    const file = await parts.send(join(stores, path), path)
    if (file === undefined)
      throw new AppError('store_unavailable', `${join(stores, path)} is gone. Try again.`)
    const { wasThere: _, ...listed } = file
    files.push(listed)
  }
  return files
}

async function writeManifest(to: BucketFolder, text: string): Promise<void> {
  await to.write(MANIFEST, Buffer.from(text))
  if ((await to.read(MANIFEST))?.toString() !== text)
    throw new AppError('store_unavailable', `${to.address} does not have the ${MANIFEST} that it was sent.`)
}

function elsewhere(dir: string): AppError {
  return new AppError(
    'store_unavailable',
    `The server wrote its copy elsewhere: ${dir} is another folder for it than for this command. Run the command where the server runs.`,
  )
}
