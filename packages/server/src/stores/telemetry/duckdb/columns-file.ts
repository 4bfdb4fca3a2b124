import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { syncPath } from '#stores/sync-path.ts'

/**
 * DuckDB writes the headers of a new file one by one, and never again opens a file in which one is missing. So the file
 * gets its name only once it is whole: a server that is killed during its first start begins again at the next.
 */
export async function ensureColumnsFile(file: string): Promise<void> {
  if (existsSync(file)) return
  const unfinished = `${file}.new`
  for (const leftOver of [unfinished, `${unfinished}.wal`]) await rm(leftOver, { force: true })
  const instance = await DuckDBInstance.create(unfinished)
  instance.closeSync()
  await syncPath(unfinished)
  await rename(unfinished, file)
  await syncPath(dirname(file))
}
