import { readFile, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'

export type Row = Readonly<Record<string, unknown>>

/** Every row of every table by the table's name, and every kept file by its path. */
export type FolderContent = ReadonlyMap<string, readonly Row[]>

/** Reads all there is, so that a new table or file is compared without anybody naming it. No store may be open. */
export async function contentOf(folder: string): Promise<FolderContent> {
  return new Map([
    ...sqliteTables(folder, 'records.sqlite'),
    ...sqliteTables(folder, 'telemetry/vault.sqlite'),
    ...(await duckDbTables(folder, 'telemetry/telemetry.duckdb')),
    ...(await filesUnder(folder, 'blobs')),
    ...(await filesUnder(folder, 'spool/quarantine')),
  ])
}

function sqliteTables(folder: string, file: string): ReadonlyMap<string, readonly Row[]> {
  const db = new DatabaseSync(join(folder, file), { readOnly: true, readBigInts: true })
  try {
    const tables = db.prepare(`select name from sqlite_schema where type = 'table'`).all()
    return new Map(
      tables.map(({ name }) => [
        `${file} ${String(name)}`,
        inOrder(db.prepare(`select * from "${String(name)}"`).all()),
      ]),
    )
  } finally {
    db.close()
  }
}

async function duckDbTables(folder: string, file: string): Promise<ReadonlyMap<string, readonly Row[]>> {
  const instance = await DuckDBInstance.create(join(folder, file), { access_mode: 'READ_ONLY' })
  try {
    const connection = await instance.connect()
    const rowsOf = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson()
    const tables = new Map<string, readonly Row[]>()
    const names = (await rowsOf('select table_name as name from duckdb_tables()')).map(
      ({ name }) => name as string,
    )
    for (const name of names) tables.set(`${file} ${name}`, inOrder(await rowsOf(`select * from "${name}"`)))
    return tables
  } finally {
    instance.closeSync()
  }
}

async function filesUnder(folder: string, part: string): Promise<ReadonlyMap<string, readonly Row[]>> {
  const entries = await readdir(join(folder, part), { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(
      files.map(
        async (file) => [relative(folder, file), [{ bytes: await readFile(file, 'base64') }]] as const,
      ),
    ),
  )
}

/** Tables have no order of their own. */
function inOrder(rows: readonly Row[]): readonly Row[] {
  return rows
    .map((row) => ({ row: { ...row }, key: textOf(row) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row)
}

export function textOf(row: Row): string {
  return JSON.stringify(row, (_, value: unknown) => {
    if (typeof value === 'bigint') return Number(value)
    return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
  })
}
