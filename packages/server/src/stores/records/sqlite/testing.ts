import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

/** A folder for the tests of a file, in memory: for thousands of commits where it is not proved that the disk keeps them. */
export function quickFolder(): () => string {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'hindcast-records-'))
  })
  afterAll(async () => rm(folder, { recursive: true }))
  return () => folder
}
