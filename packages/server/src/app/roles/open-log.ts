import { mkdir } from 'node:fs/promises'
import type { Config } from '#app/config.ts'
import type { DataFolder } from '#app/data-folder.ts'
import { openSpool } from '#app/open-spool.ts'
import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import type { FileSpool } from '#spool/file-spool.ts'
import { ensureSpoolId } from '#spool/spool-id.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { absentSpool } from './absent-parts.ts'
import { awaitSpoolId, followSpool } from './followed-spool.ts'

export interface LogStores {
  readonly records: Pick<RecordStore, 'digest'>
  readonly telemetry: Pick<TelemetryStore, 'watermark'>
}

/** The log of the data folder, as far as the role has to do with it. */
export interface OwnLog {
  /** Once the stores are there: it never hands out a position again that one of them has. */
  open(stores: LogStores): Promise<FileSpool>
}

/** Its id is there when this resolves, where the role has a log at all. */
export async function prepareLog(config: Config, folder: DataFolder, log: Log): Promise<OwnLog> {
  if (config.role === 'web') return { open: async () => absentSpool('web') }
  await mkdir(folder.spool, { recursive: true, mode: 0o700 })
  const id =
    config.role === 'digest' ? await awaitSpoolId(folder.spool, log) : await ensureSpoolId(folder.spool)
  return {
    async open({ records, telemetry }) {
      const inRecords = await records.digest.watermark(id)
      const inTelemetry = await telemetry.watermark(id).catch(unknownWhereAway(folder))
      const first = Math.min(inRecords, inTelemetry ?? 0)
      if (config.role === 'digest') {
        const limitBytes = config.spoolLimitBytes ?? LIMITS.spool.totalBytes
        const socketPath = folder.controlSocket
        return followSpool(id, { dir: folder.spool, socketPath, first, limitBytes, log })
      }
      const spool = await openSpool(config, folder, Math.max(inRecords, inTelemetry ?? 0), log)
      // A spool that was full at the last stop accepts nothing until it knows what the stores have.
      await spool.trim(first)
      return spool
    },
  }
}

/** A server that is away comes back, and what is accepted meanwhile waits in the spool; a file that cannot be read does not. */
const unknownWhereAway =
  ({ clickhouse }: DataFolder) =>
  (error: unknown): undefined => {
    const isAway = error instanceof AppError && error.code === 'store_unavailable'
    if (clickhouse === undefined || !isAway) throw error
  }
