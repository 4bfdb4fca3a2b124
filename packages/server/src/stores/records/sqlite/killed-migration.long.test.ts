import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'

const ROUNDS = 3
const KILLS_PER_FOLDER = 3
/** Longer than all migrations take. */
const LONGEST_MS = 150

async function aFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'hindcast-migration-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

/** Opens every store; killed some time after the first line where a time is given. */
async function openStores(dir: string, killAfterMs?: number): Promise<number | null> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'open-child.ts'), dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  await once(createInterface(child.stdout), 'line')
  if (killAfterMs !== undefined) {
    await setTimeout(killAfterMs)
    child.kill('SIGKILL')
  }
  await exit
  return child.exitCode
}

function schemaOf(dir: string): readonly unknown[] {
  return ['records.sqlite', 'vault.sqlite'].map((file) => {
    const db = new DatabaseSync(join(dir, file), { readOnly: true })
    try {
      expect(db.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
      return db.prepare('select type, name, sql from sqlite_master order by type, name').all()
    } finally {
      db.close()
    }
  })
}

it(
  `[RS85] a migration that is killed at any moment is completed by the next start, in ${ROUNDS} folders`,
  { timeout: 180_000 },
  async () => {
    const whole = await aFolder()
    expect(await openStores(whole)).toBe(0)
    const expected = schemaOf(whole)
    for (let round = 0; round < ROUNDS; round++) {
      const dir = await aFolder()
      for (let kill = 0; kill < KILLS_PER_FOLDER; kill++) {
        const moment = ((round * KILLS_PER_FOLDER + kill) / (ROUNDS * KILLS_PER_FOLDER)) * LONGEST_MS
        await openStores(dir, moment)
      }
      expect(await openStores(dir)).toBe(0)
      expect(schemaOf(dir)).toEqual(expected)
    }
  },
)
