import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#domain/app-error.ts'
import type { KindCounts } from '#stores/telemetry/telemetry.ts'
import type { Log } from '#domain/log.ts'
import { listSegments } from '#spool/segment.ts'
import { readSpoolId } from '#spool/spool-id.ts'
import { makeDataFolder, type DataFolder } from '#app/data-folder.ts'
import { openRecords, openTelemetry } from '#app/stores.ts'

/** Opens the stores of a copy as a start would, and sees that the log continues them. Answers what is stored. */
export async function checkCopy(dir: string, log: Log): Promise<KindCounts> {
  const folder = await makeDataFolder(dir)
  const spoolId = await readSpoolId(folder.spool)
  const inRecords = await positionInRecords(folder, spoolId, log)
  const telemetry = await openTelemetry(folder, log)
  try {
    const inTelemetry = await telemetry.watermark(spoolId)
    const [oldest] = await listSegments(folder.spool)
    if (oldest !== undefined && oldest.start > Math.min(inRecords, inTelemetry)) {
      throw new AppError('store_unavailable', `The copy in ${dir} lacks a part of the log. Try again.`)
    }
    return (await telemetry.stats()).stored
  } finally {
    await telemetry.close()
    await rm(join(dir, 'telemetry.tmp'), { recursive: true, force: true })
  }
}

async function positionInRecords(folder: DataFolder, spoolId: string, log: Log): Promise<number> {
  const records = await openRecords(folder, log)
  try {
    return await records.digest.watermark(spoolId)
  } finally {
    await records.close()
  }
}
