import { existsSync } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '#domain/testing.ts'
import { openDuckDbTelemetry, type DuckDbTelemetryOptions } from '#stores/telemetry/duckdb/telemetry-store.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'

let migrated: Promise<string> | undefined

/**
 * Opens telemetry for a test. A new folder begins as a copy of one that was migrated once: hundreds of tests need an empty
 * store, and migrating takes three times as long as opening. `earlier-schema.test.ts` tests migrating.
 */
export async function openTestTelemetry(options: DuckDbTelemetryOptions): Promise<TelemetryStore> {
  migrated ??= migratedFolder()
  if (!existsSync(join(options.dir, 'telemetry.duckdb')))
    await cp(await migrated, options.dir, { recursive: true })
  return openDuckDbTelemetry(options)
}

/** Removed with the folder of the whole run. */
async function migratedFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'hindcast-migrated-'))
  await (await openDuckDbTelemetry({ dir, now: () => 0, log: silentLog })).close()
  return dir
}
