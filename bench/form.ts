import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../packages/server/src/app/config.ts'
import { openTargets } from '../packages/server/src/app/moving/open-move.ts'
import { replaceStores } from '../packages/server/src/app/store-manifest.ts'
import { silentLog } from '../packages/server/src/domain/testing.ts'
import { openClickHouseTelemetry } from '../packages/server/src/stores/telemetry/clickhouse/telemetry-store.ts'
import type { TelemetryStore } from '../packages/server/src/stores/telemetry/telemetry.ts'
import { copyStores, copyTelemetry } from './copy-stores.ts'
import { openEngines, type Engines } from './engines.ts'
import { install, type Installation, type InstallOptions, type Prepare } from './installation.ts'
import { reportAs, type Row } from './report.ts'
import { openStore } from './span-store.ts'

/** How an installation keeps what it stores. Figures of one form are a column of the table. */
export interface Form {
  readonly name: 'embedded' | 'scaled'
  readonly engines: Engines | undefined
  report(row: Row): void
  install(prepare?: Prepare, options?: Omit<InstallOptions, 'place'>): Promise<Installation>
  /** A store of its own with the telemetry that a folder was filled with. */
  openTelemetry(dir: string): Promise<TelemetryStore>
}

export const EMBEDDED: Form = {
  name: 'embedded',
  engines: undefined,
  report: (row) => reportAs('embedded', row),
  install,
  openTelemetry: openStore,
}

/** Gone from the folder when they are in the servers. */
const FILES = ['records.sqlite', 'vault.sqlite', 'telemetry.duckdb'].flatMap((file) =>
  ['', '-wal', '-shm', '.wal'].map((end) => `${file}${end}`),
)

/** The folder is filled as for the embedded form, so that both have the same, and what is in it copied to the servers. */
export async function openScaledForm(): Promise<Form & { close(): Promise<void> }> {
  const engines = await openEngines()
  return {
    name: 'scaled',
    engines,
    report: (row) => reportAs('scaled', row),
    install: (prepare, options) =>
      install(prepare, {
        ...options,
        async place(data) {
          const env = await engines.freshEnv()
          await copyStores(data, env)
          for (const file of FILES) rmSync(join(data, file), { force: true })
          await replaceStores(data, ['database', 'clickhouse'])
          return env
        },
      }),
    async openTelemetry(dir) {
      const { clickhouse, ...config } = readConfig(await engines.freshEnv(), { data: dir })
      const targets = await openTargets({ ...config, database: undefined, clickhouse }, silentLog)
      await copyTelemetry(dir, clickhouse!, targets)
      await targets.close()
      return openClickHouseTelemetry({ address: clickhouse!, now: Date.now, log: silentLog })
    },
    close: () => engines.close(),
  }
}
