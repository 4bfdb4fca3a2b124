import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { temporaryFolder } from './testing.ts'

/** In blocks of 512 bytes, as POSIX counts them. Node ignores the signal, so writes fail as on a full disk. */
const FILE_LIMIT = 16_384

it('[TS19] answers again after a checkpoint failed for want of space, with all that was acknowledged', async () => {
  const dir = await temporaryFolder()
  const child = spawnSync(
    'sh',
    [
      '-c',
      `ulimit -f ${FILE_LIMIT} && exec "$@"`,
      'sh',
      process.execPath,
      join(import.meta.dirname, 'full-disk-child.ts'),
      join(dir, 'telemetry.duckdb'),
      join(dir, 'tmp'),
    ],
    { encoding: 'utf8' },
  )
  expect(child.stderr).toBe('')
  const { failure, acknowledged, position, stored } = JSON.parse(child.stdout)
  expect(failure).toMatch(/FATAL Error|invalidated/)
  expect(position).toBeGreaterThanOrEqual(acknowledged)
  expect(stored).toBeGreaterThanOrEqual(acknowledged)
  await rm(dir, { recursive: true, force: true })
})
