import type { Config } from '#config.ts'
import type { DataFolder } from '#data-folder.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import { openFileSpool } from '#spool/file-spool.ts'
import type { Spool } from '#spool/spool.ts'
import { openSpoolThread, type ThreadedSpool } from '#spool/thread/spool-thread.ts'

export function reserveBytes(config: Config): number {
  return config.spoolReserveBytes ?? LIMITS.spool.reserveBytes
}

/** For the server: in a thread of its own. */
export function openServerSpool(
  config: Config,
  folder: DataFolder,
  minimumPosition: number,
  log: Log,
): Promise<ThreadedSpool> {
  return openSpoolThread(spoolOptions(config, folder, minimumPosition), log)
}

/** For a command, which has nothing else to do while the disk works. */
export function openCommandSpool(
  config: Config,
  folder: DataFolder,
  minimumPosition: number,
  log: Log,
): Promise<Spool> {
  return openFileSpool({ ...spoolOptions(config, folder, minimumPosition), now: Date.now, log })
}

function spoolOptions(config: Config, folder: DataFolder, minimumPosition: number) {
  return {
    dir: folder.spool,
    limitBytes: config.spoolLimitBytes ?? LIMITS.spool.totalBytes,
    reserveBytes: reserveBytes(config),
    segmentBytes: LIMITS.spool.segmentBytes,
    retryAfterSeconds: LIMITS.spool.retryAfterSeconds,
    minimumPosition,
  }
}
