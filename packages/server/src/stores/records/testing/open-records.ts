import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '#domain/testing.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { openSqliteRecords, type SqliteOptions } from '#stores/records/sqlite/sqlite.ts'

let migrated: Promise<Uint8Array> | undefined

/**
 * Opens records for a test. A new file begins as a copy of one that was migrated once: hundreds of tests need empty
 * records, and migrating takes ten times as long as opening. `migrate.test.ts` and `sqlite.test.ts` test migrating.
 */
export async function openTestRecords(options: SqliteOptions): Promise<RecordStore> {
  migrated ??= migratedFile()
  const bytes = await migrated
  if (!existsSync(options.file)) await writeFile(options.file, bytes, { mode: 0o600 })
  return openSqliteRecords(options)
}

async function migratedFile(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'hindcast-migrated-'))
  const file = join(folder, 'records.sqlite')
  await (await openSqliteRecords({ file, log: silentLog })).close()
  const bytes = await readFile(file)
  await rm(folder, { recursive: true })
  return bytes
}
