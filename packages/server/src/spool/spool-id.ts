import { randomUUID } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncDirectory } from './disk.ts'
import { listSegments } from './segment.ts'

export async function readSpoolId(dir: string): Promise<string> {
  const id = (await readFile(join(dir, 'id'), 'utf8')).trim()
  if (id === '') throw new Error(`${join(dir, 'id')} is empty: restore it from a backup`)
  return id
}

/** The id of the log, made once. */
export async function ensureSpoolId(dir: string): Promise<string> {
  try {
    return await readSpoolId(dir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  // A new id would make every record of the old one unreadable, and what was acknowledged would be lost.
  if ((await listSegments(dir)).length > 0) {
    throw new Error(
      `${join(dir, 'id')} is missing but the log is not: restore it, or move the .seg files away`,
    )
  }
  const id = randomUUID()
  const path = join(dir, 'id')
  const handle = await open(`${path}.new`, 'w', 0o600)
  try {
    await handle.writeFile(`${id}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${path}.new`, path)
  await syncDirectory(dir)
  await syncDirectory(dirname(dir))
  return id
}
