import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { silentLog as log } from '#domain/testing.ts'
import { openTestSpool } from '#spool/testing/log-folder.ts'
import { makeDataFolder } from '#app/data-folder.ts'
import { noteStores } from '#app/store-manifest.ts'
import { openBlobs, openRecords, openTelemetry } from '#app/stores.ts'
import { makeBackup, type BackupOrder, type BackupReport } from './back-up.ts'
import { createStoreCopier } from './copy-stores.ts'

export async function aFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'hindcast-backup-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

/** The stores of a data folder, open, with the way to back them up. */
export async function openInstallation(dataDir: string) {
  const folder = await makeDataFolder(dataDir)
  const records = await openRecords(folder, log)
  const telemetry = await openTelemetry(folder, log)
  const spool = await openTestSpool(folder.spool)
  const blobs = await openBlobs(folder)
  await noteStores(dataDir, { database: undefined })
  const copier = createStoreCopier({ dataDir, folder, telemetry, spool })
  let time = 1_794_914_082_000
  return {
    records,
    telemetry,
    spool,
    blobs,
    backUp: (
      dir: string,
      over: Partial<BackupOrder> = {},
      make: (order: BackupOrder) => Promise<BackupReport> = makeBackup,
    ) =>
      make({
        dataDir,
        dir,
        copyStores: async (to) => void (await copier(to)),
        version: '1.2.3',
        now: () => (time += 1),
        log,
        ...over,
      }),
    async close() {
      await spool.close()
      await telemetry.close()
      await records.close()
    },
  }
}

export type TestInstallation = Awaited<ReturnType<typeof openInstallation>>
