import { join } from 'node:path'
import type { Config } from '#app/config.ts'
import { withSameSecret } from '#app/nodes/same-secret.ts'
import { openRecords } from '#app/stores.ts'
import { makeDataFolder } from '#app/data-folder.ts'
import type { Log } from '#domain/log.ts'
import type { RecordSource, RecordTarget } from '#stores/records/moving.ts'
import type { TelemetrySource, TelemetryTarget } from '#stores/telemetry/moving.ts'

/** Those that the settings name. */
export interface MoveTo {
  readonly records: RecordTarget | undefined
  readonly telemetry: TelemetryTarget | undefined
  close(): Promise<void>
}

export interface MoveFrom {
  readonly records: RecordSource
  readonly telemetry: TelemetrySource
  close(): Promise<void>
}

export async function openTargets(config: Config, log: Log): Promise<MoveTo> {
  await using opened = new AsyncDisposableStack()
  const records = config.database === undefined ? undefined : await openDatabase(config, config.database, log)
  opened.defer(async () => records?.close())
  const telemetry = await openClickHouse(config)
  opened.defer(async () => telemetry?.close())
  const all = opened.move()
  return { records, telemetry, close: () => all.disposeAsync() }
}

/** Its tables are made as a start would make them, which also compares the secret. */
async function openDatabase(config: Config, url: string, log: Log): Promise<RecordTarget> {
  const made = await withSameSecret(config, openRecords(await makeDataFolder(config.dataDir, config), log))
  await made.close()
  const { openPostgresTarget } = await import('#stores/records/postgres/move-target.ts')
  return openPostgresTarget(url, log)
}

async function openClickHouse({ clickhouse }: Config): Promise<TelemetryTarget | undefined> {
  if (clickhouse === undefined) return undefined
  const { openClickHouseTarget } = await import('#stores/telemetry/clickhouse/move/move-target.ts')
  return openClickHouseTarget(clickhouse, Date.now)
}

/** A copy that was opened and closed by `checkCopy`. */
export async function openCopy(dir: string): Promise<MoveFrom> {
  const { openSqliteSource } = await import('#stores/records/sqlite/move-source.ts')
  const { openDuckDbSource } = await import('#stores/telemetry/duckdb/move/move-source.ts')
  const telemetry = await openDuckDbSource(dir)
  const records = openSqliteSource(join(dir, 'records.sqlite'))
  return {
    records,
    telemetry,
    async close() {
      records.close()
      await telemetry.close()
    },
  }
}
