import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#domain/app-error.ts'
import { copyLog } from '#spool/copy-log.ts'
import type { FileSpool } from '#spool/file-spool.ts'
import type { RecordsSnapshot } from '#stores/records/sqlite/snapshot.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import type { CopyResult } from '#app/admin/operations.ts'
import type { DataFolder } from '#app/data-folder.ts'
import { snapshotRecords } from '#app/stores.ts'

export interface CopiedStores {
  readonly dataDir: string
  readonly folder: DataFolder
  readonly telemetry: Pick<TelemetryStore, 'copyTo' | 'resume'>
  readonly spool: Pick<FileSpool, 'hold' | 'status'>
}

/** One copy at a time: the second would let the telemetry go on in the middle of the first. */
export function createStoreCopier(stores: CopiedStores): (to: string) => Promise<CopyResult> {
  let isCopying = false
  return async (to) => {
    if (isCopying) throw new AppError('conflict', 'A backup is being made already. Wait until it has ended.')
    isCopying = true
    try {
      await copyStores(stores, to)
      return { bucket: stores.folder.bucket?.address ?? null }
    } finally {
      isCopying = false
    }
  }
}

/** Beside the stores; what is not there was not made. */
const SMALL_FILES = ['secret', 'stores.json']

/**
 * Copies the stores into a new folder while they are in use. Records and telemetry are copied as they were at one
 * moment, as a kill at that moment would have left them; the log behind them has everything that was acknowledged by
 * then, and a start on the copy brings it into the stores as after a kill.
 */
async function copyStores(stores: CopiedStores, to: string): Promise<void> {
  const letGo = stores.spool.hold()
  try {
    await mkdir(to, { mode: 0o700 })
    const records = await snapshotWithTelemetry(stores, to)
    try {
      await records.copyTo(join(to, 'records.sqlite'))
    } finally {
      records.close()
    }
    await copyLog(stores.folder.spool, join(to, 'spool'), stores.spool.status().committed)
    for (const name of SMALL_FILES) await copyIfThere(join(stores.dataDir, name), join(to, name))
  } catch (error) {
    throw readable(to, error)
  } finally {
    await letGo()
  }
}

async function snapshotWithTelemetry(
  { folder, telemetry }: CopiedStores,
  to: string,
): Promise<RecordsSnapshot> {
  await telemetry.copyTo(to)
  try {
    return await snapshotRecords(folder)
  } finally {
    await telemetry.resume()
  }
}

async function copyIfThere(from: string, to: string): Promise<void> {
  await copyFile(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

/** A folder that cannot be written is the caller's business, and no fault of the server. */
function readable(to: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof AppError || typeof code !== 'string' || !/^E[A-Z]+$/.test(code)) return error
  return new AppError('store_unavailable', `The stores could not be copied to ${to}: ${message}`, {
    cause: error,
  })
}
