import { mkdir } from 'node:fs/promises'
import { dsnOf } from '#api/http/dsn.ts'
import type { Config } from './config.ts'
import { AppError } from '#domain/app-error.ts'
import type { CopyResult, Operations } from '#app/admin/operations.ts'
import { createOperations } from '#app/admin/run-operations.ts'
import type { DataFolder } from './data-folder.ts'
import type { Log } from '#domain/log.ts'
import { traceOwnPages } from '#product/projects/commands/own-traces.ts'
import { readLatestMaps, readReleaseMaps } from '#product/source-maps/query/release-maps.ts'
import { ensureSpoolId } from '#spool/spool-id.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { mapMemory } from '#symbols/maps/memory.ts'
import { createSymbolicator } from '#symbols/symbolicator.ts'
import { createStoreCopier } from '#app/backup/copy-stores.ts'
import { examineInstallation } from './examine-installation.ts'
import { machineMemoryBytes } from './machine-memory.ts'
import { openAccounts } from './open-accounts.ts'
import { openSpool } from './open-spool.ts'
import { withSameSecret } from '#app/nodes/same-secret.ts'
import { refuseOperations } from '#app/moving/hold.ts'
import { switchStores } from '#app/moving/switch-stores.ts'
import { createSamples } from './samples.ts'
import { noteStores, requireStores, withRemedy } from './store-manifest.ts'
import { openRecords, openTelemetry, symbolStores } from './stores.ts'
import { openUploads } from './uploads.ts'

export interface OfflineOperations {
  readonly operations: Operations
  close(): Promise<void>
}

/** The operations on a folder that no server uses. Only those that need it open the spool or the telemetry store. */
export async function openOperations(
  config: Config,
  folder: DataFolder,
  log: Log,
): Promise<OfflineOperations> {
  const isMoving = await switchStores(config, log)
  const records = await openKnownRecords(config, folder, log)
  const accounts = await openAccounts(config, records, () => undefined, log)
  const operations = createOperations({
    records,
    accounts,
    now: Date.now,
    publicUrl: () => config.publicUrl ?? `http://${config.host}:${config.port}`,
    knownUrl: () => config.publicUrl,
    dsnOf,
    projectsChanged: () => Promise.resolve(),
    selfReport: config.selfReport,
    showOwnPages: () => traceOwnPages({ records }, config),
    loadSamples: async (project, scenario) => {
      const spool = await openOfflineSpool(config, folder, records, log)
      const uploads = await openUploads({ folder, records }, log)
      try {
        return await createSamples(records, spool, uploads).load(project, scenario)
      } finally {
        await spool.close()
      }
    },
    examine: () => examineOffline(config, folder, records, log),
    releaseMaps: async (projectId, release) => {
      const telemetry = await openTelemetry(folder, log)
      try {
        const maps = { telemetry, ...mapReaders(folder, records) }
        return await readReleaseMaps(maps, projectId, release, Date.now())
      } finally {
        await telemetry.close()
      }
    },
    copyStores: (to) => copyOffline(config, folder, records, log, to),
    async drainSpool() {
      throw new AppError('conflict', 'Start the server first: it is what digests the spool of another node.')
    },
    async spoolStatus() {
      throw new AppError('conflict', 'No server takes events into this spool.')
    },
    // No server runs, so nothing changes the stores.
    async holdStores() {
      const spool = await openOfflineSpool(config, folder, records, log)
      const { bytes, limitBytes } = spool.status()
      await spool.close()
      return { bytes, limitBytes }
    },
  })
  const hold = { isHeld: () => isMoving, untilDone: async <T>(change: T | Promise<T>) => change }
  return { operations: refuseOperations(operations, hold), close: () => records.close() }
}

async function openKnownRecords(config: Config, folder: DataFolder, log: Log): Promise<RecordStore> {
  try {
    await requireStores(config.dataDir, config)
    const records = await withSameSecret(config, openRecords(folder, log))
    await noteStores(config.dataDir, config, ['records.sqlite'])
    return records
  } catch (error) {
    throw withRemedy(config.dataDir, error)
  }
}

function mapReaders(folder: DataFolder, records: RecordStore) {
  const { artifacts } = records
  return {
    artifacts,
    symbolicator: createSymbolicator(symbolStores(folder, records, mapMemory(machineMemoryBytes()))),
  }
}

async function openOfflineSpool(config: Config, folder: DataFolder, records: RecordStore, log: Log) {
  await mkdir(folder.spool, { recursive: true, mode: 0o700 })
  const applied = await records.digest.watermark(await ensureSpoolId(folder.spool))
  return openSpool(config, folder, applied, log)
}

async function copyOffline(
  config: Config,
  folder: DataFolder,
  records: RecordStore,
  log: Log,
  to: string,
): Promise<CopyResult> {
  const telemetry = await openTelemetry(folder, log).catch((error: unknown) => {
    throw withRemedy(config.dataDir, error)
  })
  const spool = await openOfflineSpool(config, folder, records, log)
  try {
    return await createStoreCopier({ dataDir: config.dataDir, folder, telemetry, spool })(to)
  } finally {
    await spool.close()
    await telemetry.close()
  }
}

async function examineOffline(config: Config, folder: DataFolder, records: RecordStore, log: Log) {
  const telemetry = await openTelemetry(folder, log).catch((error: unknown) => {
    throw withRemedy(config.dataDir, error)
  })
  const spool = await openOfflineSpool(config, folder, records, log)
  try {
    const maps = { telemetry, ...mapReaders(folder, records) }
    const latestMaps = (projectId: string) => readLatestMaps(maps, projectId, Date.now())
    return await examineInstallation(config, { records, telemetry, spool: () => spool.status(), latestMaps })
  } finally {
    await spool.close()
    await telemetry.close()
  }
}
