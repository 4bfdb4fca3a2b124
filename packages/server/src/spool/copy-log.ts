import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, stat, truncate } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { listSegments } from './segment.ts'

/** Copies the log up to a position that is committed, and what was set aside. Hold the spool meanwhile. */
export async function copyLog(dir: string, to: string, committed: number): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  await copyFile(join(dir, 'id'), join(to, 'id'))
  for (const { start, path } of await listSegments(dir)) {
    if (start > committed) continue
    const copy = join(to, basename(path))
    await copyFile(path, copy, constants.COPYFILE_FICLONE)
    // Behind it a record may be half written.
    if ((await stat(copy)).size > committed - start) await truncate(copy, committed - start)
  }
  await copyQuarantine(join(dir, 'quarantine'), join(to, 'quarantine'))
}

async function copyQuarantine(dir: string, to: string): Promise<void> {
  const names = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.bin'))
  if (names.length === 0) return
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const name of names) await copyFile(join(dir, name), join(to, name))
}
