import type { Config } from './config.ts'
import type { DataFolder } from './data-folder.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import { openFileSpool, type FileSpool } from '#spool/file-spool.ts'

export function reserveBytes(config: Config): number {
  return config.spoolReserveBytes ?? LIMITS.spool.reserveBytes
}

export function openSpool(
  config: Config,
  folder: DataFolder,
  minimumPosition: number,
  log: Log,
): Promise<FileSpool> {
  return openFileSpool({
    dir: folder.spool,
    limitBytes: config.spoolLimitBytes ?? LIMITS.spool.totalBytes,
    reserveBytes: reserveBytes(config),
    segmentBytes: LIMITS.spool.segmentBytes,
    preparedFromRate: LIMITS.spool.preparedFromRate,
    retryAfterSeconds: LIMITS.spool.retryAfterSeconds,
    minimumPosition,
    now: Date.now,
    log,
  })
}
