import { readdir, readFile } from 'node:fs/promises'

import { AppError } from '#domain/app-error.ts'
import { goesWithout } from './side-by-side.ts'

/** What the runner needs of an engine. `apply` runs the statements and records the version in one transaction. */
export interface SqlEngine {
  /** For messages: the file or the address. */
  readonly name: string
  /** Makes the `schema_migrations` table if it is missing. */
  applied(): Promise<readonly number[]>
  /** The files of what was applied, where nodes of different versions share the schema. */
  appliedFiles?(): Promise<readonly string[]>
  apply(migration: Migration): Promise<void>
}

export interface Migration {
  readonly version: number
  readonly file: string
  readonly sql: string
}

const FILE = /^(\d{4})_[a-z0-9_]+\.sql$/

/** Forward only: brings the schema to the newest version in the folder, or refuses one that is newer still. */
export async function migrateSql(engine: SqlEngine, folder: URL): Promise<void> {
  const migrations = await readMigrations(folder)
  const newest = migrations.at(-1)?.version ?? 0
  const applied = await engine.applied()
  const current = Math.max(0, ...applied)
  if (current > newest && !(await goesOnBeside(engine, migrations)))
    throw new AppError(
      'store_unavailable',
      `${engine.name} has schema version ${current}, but this version of Hindcast knows only ${newest}. ` +
        'Start the version that wrote it, or restore a backup.',
    )
  for (const migration of migrations) if (migration.version > current) await engine.apply(migration)
}

async function goesOnBeside(engine: SqlEngine, migrations: readonly Migration[]): Promise<boolean> {
  const files = await engine.appliedFiles?.()
  const known = new Set(migrations.map(({ file }) => file))
  const newest = migrations.at(-1)?.file ?? ''
  return files?.every((file) => known.has(file) || goesWithout(newest, file)) ?? false
}

async function readMigrations(folder: URL): Promise<readonly Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  return Promise.all(
    files.map(async (file, index) => {
      const version = Number(FILE.exec(file)?.[1])
      // A gap or a twin would be applied on some installations and skipped on others.
      if (version !== index + 1) throw new Error(`${file} is not migration ${index + 1}`)
      return { version, file, sql: await readFile(new URL(file, folder), 'utf8') }
    }),
  )
}
