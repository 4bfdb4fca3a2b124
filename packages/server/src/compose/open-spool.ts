import type { Config } from '#config.ts'
import type { DataFolder } from '#data-folder.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import { openFileSpool } from '#spool/file-spool.ts'
import type { Spool } from '#spool/spool.ts'

export function reserveBytes(config: Config): number {
  return config.spoolReserveBytes ?? LIMITS.spool.reserveBytes
}

export function openSpool(
  config: Config,
  folder: DataFolder,
  minimumPosition: number,
  log: Log,
): Promise<Spool> {
  return openFileSpool({
    dir: folder.spool,
    limitBytes: config.spoolLimitBytes ?? LIMITS.spool.totalBytes,
    reserveBytes: reserveBytes(config),
    segmentBytes: LIMITS.spool.segmentBytes,
    retryAfterSeconds: LIMITS.spool.retryAfterSeconds,
    minimumPosition,
    now: Date.now,
    log,
  })
}
