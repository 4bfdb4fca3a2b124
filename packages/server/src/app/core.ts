import type { MessagePort } from 'node:worker_threads'
import type { Config } from './config.ts'
import type { DataFolder } from './data-folder.ts'
import type { Log } from '#domain/log.ts'
import type { Symbolicator } from '#domain/source-maps/mapped-frame.ts'
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
import { absentDigester } from '#app/roles/absent-parts.ts'
import { prepareLog } from '#app/roles/open-log.ts'
import { dutiesOf } from '#app/roles/role.ts'
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

export async function openCore(config: Config, folder: DataFolder, log: Log): Promise<Core> {
  // What is open when a later step fails is closed: a thread left behind keeps the process.
  await using opened = new AsyncDisposableStack()
  const records = await withSameSecret(config, openServedRecords(folder, log))
  opened.defer(() => records.close())
  const ownLog = await prepareLog(config, folder, log)
  const telemetryThread = await startTelemetryThread({ folder, logging: config.logging })
  opened.defer(() => telemetryThread.stop())
  const telemetry = telemetryThread.store
  const digester = await openDigester(config, folder, telemetryThread, log)
  opened.defer(() => digester.stop())
  const memory = mapMemory(machineMemoryBytes())
  const symbols = startSymbolsThread({ folder, memory, logging: config.logging }, { log })
  const share = (port: MessagePort) => digester.shareSymbols(port)
  digester.onSymbolsWanted(() => symbols.start(share))
  const spool = await ownLog.open({ records, telemetry })
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

async function openDigester(
  config: Config,
  folder: DataFolder,
  telemetryThread: TelemetryThread,
  log: Log,
): Promise<DigesterThread> {
  if (!dutiesOf(config.role).digest) return absentDigester()
  const telemetryPort = () => telemetryThread.port()
  return startDigesterThread({ folder, logging: config.logging, telemetryPort, log })
}
