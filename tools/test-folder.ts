import { mkdir, readdir, rm } from 'node:fs/promises'
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/*
 * Where unit and long tests make their temporary folders: in memory where there is enough of it. They kill processes, never
 * the machine, and thousands of syncs would wait for the disk. What they leave behind is removed with the folder.
 */

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 2 * 1024 ** 3
const PREFIX = 'hindcast-tests-'

const parent = hasMemory() ? MEMORY : tmpdir()

export const TEST_FOLDER = join(parent, `${PREFIX}${process.pid}`)

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ENOUGH_BYTES
  } catch {
    // Only Linux has it.
    return false
  }
}

export async function setup(): Promise<void> {
  for (const name of await readdir(parent)) {
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length))))
      await remove(join(parent, name))
  }
  await mkdir(TEST_FOLDER, { recursive: true, mode: 0o700 })
}

export async function teardown(): Promise<void> {
  await remove(TEST_FOLDER)
}

async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

/** A run that was killed could not remove its folder. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
