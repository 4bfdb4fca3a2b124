import { mkdir } from 'node:fs/promises'
import type { MessagePort } from 'node:worker_threads'
import type { Config } from './config.ts'
import type { DataFolder } from './data-folder.ts'
import { AppError } from '#domain/app-error.ts'
import type { Log } from '#domain/log.ts'
import type { Symbolicator } from '#domain/source-maps/mapped-frame.ts'
import { ensureSpoolId } from '#spool/spool-id.ts'
import type { FileSpool } from '#spool/file-spool.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { mapMemory } from '#symbols/maps/memory.ts'
import { createSymbolicator } from '#symbols/symbolicator.ts'
import { NOTHING_UPLOADED, whereUploaded } from '#symbols/maps/where-uploaded.ts'
import { type DigesterThread, startDigesterThread } from '#app/threads/digester-thread.ts'
import { startGroupingThread, type GroupingThread } from '#app/threads/grouping-thread.ts'
import { type LoadedKeys, loadKeys } from './key-directory.ts'
import { machineMemoryBytes } from './machine-memory.ts'
import { openSpool } from './open-spool.ts'
import { withSameSecret } from '#app/nodes/same-secret.ts'
import { openServedRecords, symbolStores } from './stores.ts'
import { startSymbolsThread, type SymbolsThread } from '#app/threads/symbols-thread.ts'
import { startTelemetryThread, type TelemetryThread } from '#app/threads/telemetry-thread.ts'

/** Everything that holds data. Opened before the server listens, closed after it stopped listening. */
export interface Core {
  readonly config: Config
  readonly folder: DataFolder
  readonly log: Log
  readonly records: RecordStore
  /** The store of the telemetry thread. */
  readonly telemetry: TelemetryStore
  readonly telemetryThread: TelemetryThread
  readonly digester: DigesterThread
  readonly symbols: SymbolsThread
  /** For this thread: asks the other one only where something was uploaded. */
  readonly symbolicator: Symbolicator
  /** Groups stored events again, away from this thread. */
  readonly grouping: GroupingThread
  readonly spool: FileSpool
  readonly keys: LoadedKeys
  /** Ingest and digester get new keys and settings before the change is answered. */
  projectsChanged(): Promise<void>
  close(): Promise<void>
}

/** A server that is away comes back, and what is accepted meanwhile waits in the spool; a file that cannot be read does not. */
const unknownWhereAway =
  ({ clickhouse }: DataFolder) =>
  (error: unknown): undefined => {
    const isAway = error instanceof AppError && error.code === 'store_unavailable'
    if (clickhouse === undefined || !isAway) throw error
  }

export async function openCore(config: Config, folder: DataFolder, log: Log): Promise<Core> {
  // What is open when a later step fails is closed: a thread left behind keeps the process.
  await using opened = new AsyncDisposableStack()
  const records = await withSameSecret(config, openServedRecords(folder, log))
  opened.defer(() => records.close())
  await mkdir(folder.spool, { recursive: true, mode: 0o700 })
  const spoolId = await ensureSpoolId(folder.spool)
  const telemetryThread = await startTelemetryThread({ folder, logging: config.logging })
  opened.defer(() => telemetryThread.stop())
  const telemetry = telemetryThread.store
  const digester = await startDigesterThread({
    folder,
    logging: config.logging,
    telemetryPort: () => telemetryThread.port(),
    log,
  })
  opened.defer(() => digester.stop())
  const memory = mapMemory(machineMemoryBytes())
  const symbols = startSymbolsThread({ folder, memory, logging: config.logging }, { log })
  const share = (port: MessagePort) => digester.shareSymbols(port)
  digester.onSymbolsWanted(() => symbols.start(share))
  const inRecords = await records.digest.watermark(spoolId)
  const inTelemetry = await telemetry.watermark(spoolId).catch(unknownWhereAway(folder))
  const spool = await openSpool(config, folder, Math.max(inRecords, inTelemetry ?? 0), log)
  // A spool that was full at the last stop accepts nothing until it knows what the stores have.
  await spool.trim(Math.min(inRecords, inTelemetry ?? 0))
  opened.defer(() => spool.close())
  const keys = await loadKeys(records)
  const grouping = startGroupingThread({ log })
  opened.move()
  return {
    config,
    folder,
    log,
    records,
    telemetry,
    telemetryThread,
    digester,
    symbols,
    symbolicator: whereUploaded(records.artifacts, {
      here: createSymbolicator({ ...symbolStores(folder, records, memory), artifacts: NOTHING_UPLOADED }),
      elsewhere: symbols,
    }),
    grouping,
    spool,
    keys,
    async projectsChanged() {
      await keys.reload()
      digester.settingsChanged()
    },
    async close() {
      await grouping.stop()
      await digester.stop()
      await symbols.stop()
      await telemetryThread.stop()
      await spool.close()
      await records.close()
    },
  }
}
