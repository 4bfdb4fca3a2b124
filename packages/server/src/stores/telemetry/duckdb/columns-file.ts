import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { syncPath } from '#stores/sync-path.ts'

/** The oldest DuckDB that can read the file. Earlier forms of it take half as much space again. */
const STORAGE_VERSION = 'v1.5.0'
/** What the header of a file of that form says, and where. */
const FORM = 65
const FORM_AT = 12

/**
 * DuckDB writes the headers of a new file one by one, and never again opens a file in which one is missing. So the file
 * gets its name only once it is whole: a server that is killed during its first start begins again at the next.
 */
export async function ensureColumnsFile(file: string): Promise<void> {
  if (existsSync(file)) {
    if ((await formOf(file)) < FORM) await useStorageVersion(file)
    return
  }
  const unfinished = `${file}.new`
  for (const leftOver of [unfinished, `${unfinished}.wal`]) await rm(leftOver, { force: true })
  await useStorageVersion(unfinished)
  await syncPath(unfinished)
  await rename(unfinished, file)
  await syncPath(dirname(file))
}

async function formOf(file: string): Promise<number> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FORM_AT + 8), 0, FORM_AT + 8, 0)
    // Whoever opens it next says what is wrong with it.
    return bytesRead === buffer.length ? Number(buffer.readBigUInt64LE(FORM_AT)) : FORM
  } finally {
    await handle.close()
  }
}

/** What is in an existing file stays as it is; what is written from now on has the new form. */
async function useStorageVersion(file: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:')
  try {
    const connection = await instance.connect()
    await connection.run(
      `attach '${file.replaceAll("'", "''")}' as columns (storage_version '${STORAGE_VERSION}')`,
    )
    await connection.run('force checkpoint columns')
    await connection.run('detach columns')
    connection.closeSync()
  } finally {
    instance.closeSync()
  }
}
