import { constants } from 'node:fs'
import { copyFile, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * The file and its log. Both are at rest while nothing is written: DuckDB makes checkpoints when a transaction that
 * wrote ends, and at no other time. A statement cannot copy them, because the engine may not touch other files.
 */
export async function copyColumns(file: string, dir: string): Promise<void> {
  const name = basename(file)
  for (const found of await readdir(dirname(file))) {
    // One at a time: copies share libuv's threads with `fdatasync`.
    if (found === name || (found.startsWith(`${name}.`) && found.endsWith('wal')))
      await copyFile(join(dirname(file), found), join(dir, found), constants.COPYFILE_FICLONE)
  }
}
